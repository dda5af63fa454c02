/** What is said of the game before it is opened: lists, new tables, the first page. */

import type { FrontWords } from "../../title";

export const en: FrontWords = {
  name: "History of the Samurai",
  headline: "Five hundred years, one clan after another.",
  intro:
    "The map game of seven epochs: draft a daimyo, conquer provinces with dice, and leave your past behind. For two to six.",
  presets: {},
  bots: {
    farmer: "Farmer",
    ashigaru: "Ashigaru",
    bushi: "Bushi",
    gokenin: "Gokenin",
    hatamoto: "Hatamoto",
    karo: "Karō",
    shogun: "Shōgun",
  },
  botAbouts: {
    farmer: "has just been told the rules",
    ashigaru: "a foot soldier in his first campaign",
    bushi: "a warrior who often gets what he wants",
    gokenin: "a vassal, seldom surprised",
    hatamoto: "a bannerman of few mistakes",
    karo: "knows the odds of every fight",
    shogun: "sees further than anyone",
  },
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
