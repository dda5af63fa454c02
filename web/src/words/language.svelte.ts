/** The words of the page in the chosen language: its own, there in English from the start, and those of its games. */

import { en, type Words } from "./en";

export type LanguageCode = "en" | "de" | "ja";
export const LANGUAGES: Record<LanguageCode, string> = { en: "English", de: "Deutsch", ja: "日本語" };

type Loaders<W> = Record<LanguageCode, () => Promise<W>>;

let wanted: LanguageCode = "en";
const opened = new Set<Catalogue<unknown>>();

/** The words of one part of the page in all languages, loaded one language at a time. */
export class Catalogue<W> {
  #now = $state.raw<W | null>(null);
  readonly #load: Loaders<W>;

  constructor(load: Loaders<W>) {
    this.#load = load;
  }

  /** The words in the chosen language. */
  get now(): W {
    if (this.#now === null) throw new Error("these words have not been opened");
    return this.#now;
  }

  /** Loads them in the chosen language; from then on they change with it. */
  async open(): Promise<void> {
    opened.add(this);
    if (this.#now !== null) return;
    const words = await this.#load[wanted]();
    // If another language has come meanwhile, that one is shown.
    this.#now ??= words;
  }

  /** Loads them in a language; what it returns shows them. */
  async fetch(code: LanguageCode): Promise<() => void> {
    const words = await this.#load[code]();
    return () => void (this.#now = words);
  }
}

class Language {
  code = $state<LanguageCode>("en");
  words = $state.raw<Words>(en);
}
export const language = new Language();

const PAGE: Loaders<Words> = {
  en: async () => en,
  de: async () => (await import("./de")).de,
  ja: async () => (await import("./ja")).ja,
};

/** Changes the language of all that is open, at once. If several are asked for, the last one stays. */
export async function loadWords(code: LanguageCode): Promise<void> {
  wanted = code;
  try {
    const [words, ...shows] = await Promise.all([PAGE[code](), ...[...opened].map((each) => each.fetch(code))]);
    if (wanted !== code) return;
    language.code = code;
    language.words = words;
    for (const show of shows) show();
  } catch (reason) {
    if (wanted === code) wanted = language.code;
    throw reason;
  }
}

/** A list in words: "a, b and c". */
export const listed = (parts: string[]): string =>
  new Intl.ListFormat(language.code, { type: "conjunction" }).format(parts);

/** With one digit behind the point or the comma. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(language.code, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
    .format(value)
    .replace("-", "−");

export const percent = (share: number): string =>
  new Intl.NumberFormat(language.code, { style: "percent", maximumFractionDigits: 0 }).format(share);
