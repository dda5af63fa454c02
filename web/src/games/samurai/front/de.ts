/** Was vom Spiel gesagt wird, bevor es offen ist. */

import type { FrontWords } from "../../title";

export const de: FrontWords = {
  name: "Samurai",
  headline: "Alles unter dem Himmel, Plättchen für Plättchen.",
  intro:
    "Das Brettspiel der drei Kasten und verdeckten Hände. Für zwei bis vier, gegen Menschen oder Bots, auf jedem Bildschirm.",
  presets: {
    basic: { name: "Erste Partie", help: "Plättchen und Figuren zufällig" },
    full: { name: "Volles Spiel", help: "Plättchen wählen, Figuren setzen" },
  },
  bots: {
    farmer: "Bauer",
    ashigaru: "Ashigaru",
    bushi: "Bushi",
    gokenin: "Gokenin",
    hatamoto: "Hatamoto",
    karo: "Karō",
    daimyo: "Daimyō",
    shogun: "Shōgun",
    kanpaku: "Kanpaku",
    tenkabito: "Tenkabito",
  },
  botAbouts: {
    farmer: "kennt gerade die Regeln",
    ashigaru: "ein Fußsoldat im ersten Feldzug",
    bushi: "ein Krieger, der oft bekommt, was er will",
    gokenin: "ein Vasall, selten überrascht",
    hatamoto: "ein Bannerträger mit wenigen Fehlern",
    karo: "nimmt, was am besten aussieht",
    daimyo: "denkt, bevor er handelt",
    shogun: "sieht weiter als andere Fürsten",
    kanpaku: "hat aus mehr Partien gelernt, als jemand spielen kann",
    tenkabito: "hat alles gelernt und denkt voraus",
  },
  editions: { "2015": "2015", "1998": "1998", sheet: "1998, Kurzregel" },
  options: {
    hands: "Erste Plättchen",
    pieces: "Figuren",
    captures: "Einnahmen",
    captured: "Gewonnene Figuren",
    switch_same: "Gleiche Figuren tauschen",
  },
  values: {
    "hands.chosen": "jeder wählt fünf",
    "hands.random": "zufällig verteilt",
    "pieces.placed": "reihum gesetzt",
    "pieces.random": "zufällig verstreut",
    "captures.end": "am Ende des Zuges",
    "captures.once": "nach jedem Plättchen",
    "captured.hidden": "verdeckt bis zum Ende",
    "captured.open": "offen für alle",
    "switch_same.yes": "erlaubt",
    "switch_same.no": "nicht erlaubt",
  },
  gentle: "Gewonnene Figuren in deinen ersten drei Spielen offen",
  overlay: "Einfluss anzeigen",
  lessonTitles: { tile: "Ein Plättchen legen", castes: "Drei Kasten", fast: "Schnelle Plättchen", winning: "Gewinnen" },
  lessonAbouts: {
    tile: "und die erste Figur gewinnen",
    castes: "wer führt, und was ein Gleichstand tut",
    fast: "Schiffe, Tausch und Umzug",
    winning: "wer führt, und was entscheidet",
  },
};
