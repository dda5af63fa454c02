/** Who is here, and what the page keeps for them. */

import type { Me, Person } from "../messages";
import { loadWords, type LanguageCode } from "../words/language.svelte";
import { api } from "./api";
import { line } from "./line.svelte";

export interface Preferences {
  language: LanguageCode;
  theme: "system" | "light" | "dark";
  sound: boolean;
  notices: boolean;
  overlay: boolean;
  /** Whether turns are told step by step. */
  story: boolean;
  /** Whether places on the board show their names. */
  names: boolean;
  /** Whether places are written as on Japanese maps. */
  kanji: boolean;
  /** The bot that "Play now" sits down with. */
  level: string | null;
  /** Whether "Play now" is rated, for those with an account. */
  rated: boolean;
  players: number;
  learned: string[];
  /** By game: how many this person has played to the end. */
  played: Record<string, number>;
  /** The games whose goal need not be told any more. */
  understood: string[];
  /** Whether first games are played with what is easier for beginners. */
  gentle: boolean;
}

const KEY = "tenka.settings";

function guessLanguage(): LanguageCode {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((code) => code === "en" || code === "de" || code === "ja") ?? "en";
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

class Session {
  person = $state<Person | null>(null);
  preferences = $state<Preferences>({
    language: guessLanguage(),
    theme: "system",
    sound: true,
    notices: false,
    overlay: true,
    story: true,
    names: false,
    kanji: false,
    level: null,
    rated: false,
    players: 2,
    learned: [],
    played: {},
    understood: [],
    gentle: true,
    ...stored(),
  });

  /** Asks the server who we are, and connects. */
  async begin(): Promise<void> {
    const speaking = this.#speak();
    this.#showTheme();
    try {
      this.#take(await api.me());
    } catch {
      // The line says that the server cannot be reached, and tries again.
    }
    await speaking;
    line.open();
  }

  #take(me: Me): void {
    const isOther = this.person?.id !== me.person?.id;
    this.person = me.person;
    if (isOther && me.person) {
      Object.assign(this.preferences, me.settings);
      void this.#speak();
      this.#showTheme();
    }
  }

  /** Without the server the page stays in the language that it has. */
  #speak(): Promise<void> {
    return loadWords(this.preferences.language).catch(() => {});
  }

  /** Sees to it that we are somebody: nothing asks for a name first. */
  async be(): Promise<void> {
    if (this.person) return;
    this.#take(await api.guest());
    line.open();
  }

  async signIn(name: string, password: string, isNew: boolean): Promise<void> {
    this.#take(await (isNew ? api.register({ name, password }) : api.signIn({ name, password })));
    line.open();
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.person = null;
    line.open();
  }

  /** Changes a preference, here and for this person everywhere. */
  prefer(changes: Partial<Preferences>): void {
    Object.assign(this.preferences, changes);
    if (changes.language) void this.#speak();
    if (changes.theme) this.#showTheme();
    localStorage.setItem(KEY, JSON.stringify(this.preferences));
    if (this.person) api.keepSettings({ ...this.preferences }).catch(() => {});
  }

  #showTheme(): void {
    const root = document.documentElement;
    if (this.preferences.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.preferences.theme;
  }
}

export const session = new Session();
