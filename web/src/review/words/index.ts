/** The words of reviews. */

import { Catalogue } from "../../words/language.svelte";
import type { Words } from "./en";

export const words = new Catalogue<Words>({
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  ja: async () => (await import("./ja")).ja,
});
