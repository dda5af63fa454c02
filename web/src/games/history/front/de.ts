/** Auf Deutsch: was vor dem Öffnen vom Spiel gesagt wird. */

import type { FrontWords } from "../../title";

export const de: FrontWords = {
  name: "History of the Samurai",
  headline: "Fünfhundert Jahre, ein Klan nach dem andern.",
  intro:
    "Das Kartenspiel der sieben Epochen: Daimyō wählen, mit Würfeln Provinzen erobern und die eigene Vergangenheit zurücklassen. Für zwei bis sechs.",
  presets: {},
  bots: {
    farmer: "Bauer",
    ashigaru: "Ashigaru",
    bushi: "Bushi",
    gokenin: "Gokenin",
    hatamoto: "Hatamoto",
    karo: "Karō",
    shogun: "Shōgun",
  },
  botAbouts: {
    farmer: "kennt gerade erst die Regeln",
    ashigaru: "ein Fußsoldat im ersten Feldzug",
    bushi: "ein Krieger, der oft bekommt, was er will",
    gokenin: "ein Vasall, selten überrascht",
    hatamoto: "ein Bannermann mit wenigen Fehlern",
    karo: "kennt die Chancen jedes Kampfes",
    shogun: "sieht weiter als alle",
  },
  editions: {},
  options: {},
  values: {},
  overlay: "Punkte und Chancen",
  lessonTitles: {
    counters: "Marker setzen",
    fights: "Kämpfen",
    cards: "Einen Daimyō wählen",
    points: "Werten",
  },
  lessonAbouts: {
    counters: "von der ersten Provinz aus",
    fights: "Würfel, Grenzen und Burgen",
    cards: "behalten oder verschenken",
    points: "Regionen, Zentren, Städte",
  },
};
