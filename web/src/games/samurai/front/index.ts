/** Samurai before it is opened. */

import { Catalogue } from "../../../words/language.svelte";
import type { Front, FrontWords } from "../../title";
import { drawings } from "../drawings";
import { de } from "./de";
import { en } from "./en";
import { ja } from "./ja";

/** The game that the rule book suggests to begin with. */
const BASIC = { hands: "random", pieces: "random" };

export const front: Front = {
  name: "samurai",
  // All languages at once: they are short, and the first page waits for them.
  words: new Catalogue<FrontWords>({ en: async () => en, de: async () => de, ja: async () => ja }),
  drawings,
  steps: [
    { name: "tile", icon: "hand", lessons: ["place", "close"] },
    { name: "castes", icon: "samurai-buddha", lessons: ["edo", "tie"] },
    { name: "fast", icon: "samurai-ship", lessons: ["ship", "switch", "move"] },
    { name: "winning", icon: "samurai-leader-castle", lessons: ["winning"] },
  ],
  // What was taken can be counted by whoever pays attention; in the first games nobody has to.
  quick: { players: 2, options: BASIC, gentle: { captured: "open" } },
  presets: [
    { name: "basic", options: BASIC },
    { name: "full", options: { hands: "chosen", pieces: "placed" } },
  ],
  picture: () => import("./Picture.svelte"),
};
