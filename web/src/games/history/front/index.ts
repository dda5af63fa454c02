/** History of the Samurai before it is opened. */

import { Catalogue } from "../../../words/language.svelte";
import type { Front, FrontWords } from "../../title";
import { drawings } from "../drawings";
import { de } from "./de";
import { en } from "./en";
import { ja } from "./ja";

export const front: Front = {
  name: "history",
  words: new Catalogue<FrontWords>({ en: async () => en, de: async () => de, ja: async () => ja }),
  drawings,
  steps: [
    { name: "counters", icon: "history-city", lessons: ["place"] },
    { name: "fights", icon: "history-dice", lessons: ["fight", "castle"] },
    { name: "cards", icon: "hand", lessons: ["draft"] },
    { name: "points", icon: "history-capital", lessons: ["score"] },
  ],
  quick: { players: 3, options: {} },
  presets: [],
  picture: () => import("./Picture.svelte"),
};
