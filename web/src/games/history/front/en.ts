/** What is said of the game before it is opened: lists, new tables, the first page. */

import type { FrontWords } from "../../title";

export const en: FrontWords = {
  name: "History of the Samurai",
  headline: "Five hundred years, one clan after another.",
  intro:
    "The map game of seven epochs: draft a daimyo, conquer provinces with dice, and leave your past behind. For two to six.",
  presets: {},
  bots: {},
  botAbouts: {},
  editions: {},
  options: {},
  values: {},
  overlay: "Points and odds",
  lessonTitles: {
    counters: "Place counters",
    fights: "Fight",
    cards: "Draft a daimyo",
    points: "Score",
  },
  lessonAbouts: {
    counters: "from your first province outwards",
    fights: "dice, borders and castles",
    cards: "keep it, or give it away",
    points: "regions, centres, cities",
  },
};
