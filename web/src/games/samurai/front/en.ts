/** What is said of the game before it is opened: lists, new tables, the first page. */

import type { FrontWords } from "../../title";

export const en: FrontWords = {
  name: "Samurai",
  headline: "All under heaven, one tile at a time.",
  intro: "The hex board game of three castes and hidden hands. For two to four, against people or bots, on any screen.",
  presets: {
    basic: { name: "First game", help: "tiles and pieces at random" },
    full: { name: "Full game", help: "choose tiles, place pieces" },
  },
  bots: {
    farmer: "Farmer",
    ashigaru: "Ashigaru",
    bushi: "Bushi",
    gokenin: "Gokenin",
    hatamoto: "Hatamoto",
    karo: "Karō",
    daimyo: "Daimyō",
    shogun: "Shōgun",
  },
  botAbouts: {
    farmer: "has just been told the rules",
    ashigaru: "a foot soldier in his first campaign",
    bushi: "a warrior who often gets what he wants",
    gokenin: "a vassal, seldom surprised",
    hatamoto: "a bannerman of few mistakes",
    karo: "takes what looks best",
    daimyo: "thinks before he acts",
    shogun: "sees further than anyone",
  },
  editions: { "2015": "2015", "1998": "1998", sheet: "1998, reference sheet" },
  options: {
    hands: "First tiles",
    pieces: "Pieces",
    captures: "Captures",
    captured: "Captured pieces",
    switch_same: "Exchanging equal pieces",
  },
  values: {
    "hands.chosen": "everybody chooses five",
    "hands.random": "dealt at random",
    "pieces.placed": "placed in turn",
    "pieces.random": "scattered at random",
    "captures.end": "at the end of the turn",
    "captures.once": "after every tile",
    "captured.hidden": "hidden until the end",
    "captured.open": "open to all",
    "switch_same.yes": "allowed",
    "switch_same.no": "not allowed",
  },
  overlay: "Influence overlay",
  lessonTitles: { tile: "Lay a tile", castes: "Three castes", fast: "Fast tiles", winning: "Winning" },
  lessonAbouts: {
    tile: "and take your first piece",
    castes: "who leads, and what a tie does",
    fast: "ships, switch and move",
    winning: "leaders, and what decides",
  },
};
