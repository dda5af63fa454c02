/** The words of tutorial and rules. */

import { Catalogue } from "../../../../words/language.svelte";
import type { LearnWords } from "./en";

export const learnWords = new Catalogue<LearnWords>({
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  ja: async () => (await import("./ja")).ja,
});
