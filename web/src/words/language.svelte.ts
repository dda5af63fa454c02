/** The words of the page in the chosen language; English is there from the start. */

import { en, type Words } from "./en";

export type LanguageCode = "en" | "de" | "ja";
export const LANGUAGES: Record<LanguageCode, string> = { en: "English", de: "Deutsch", ja: "日本語" };

export const language = $state<{ code: LanguageCode; words: Words }>({ code: "en", words: en });

export async function loadWords(code: LanguageCode): Promise<void> {
  let words = en;
  if (code === "de") words = (await import("./de")).de;
  if (code === "ja") words = (await import("./ja")).ja;
  language.code = code;
  language.words = words;
  document.documentElement.lang = code;
}

/** A list in words: "a, b and c". */
export const listed = (parts: string[]): string =>
  new Intl.ListFormat(language.code, { type: "conjunction" }).format(parts);

export const percent = (share: number): string =>
  new Intl.NumberFormat(language.code, { style: "percent", maximumFractionDigits: 0 }).format(share);
