/** Einführung und Regeln auf Deutsch. */

import type { LearnWords } from "./en";

export const de: LearnWords = {
  lessonTexts: {
    place:
      "Das ist Japan. An seinen Orten stehen Figuren dreier Kasten: Buddhas, Reis und Burgen. Du willst sie haben. In Aomori, hoch im Norden, steht ein Buddha. Wähle dein Buddha-Plättchen, dann ein helles Feld neben Aomori, und bestätige.",
    close:
      "Unter dem Buddha siehst du, wer führt: du, mit 1. Das Schiff von Blau hat 2, dein Plättchen 3. Wenn auf allem Land um einen Ort Plättchen liegen, fallen seine Figuren dem zu, der führt. Ein Feld ist offen, am Punkt zu erkennen. Schließe es.",
    edo: "In Edo steht von jeder Kaste eine Figur. Ein Reis-Plättchen zählt nur für Reis, ein Samurai für alle drei. Probiere jedes Plättchen auf dem offenen Feld: Bevor du bestätigst, zeigt der Plan, was wem zufiele. Nimm den Reis.",
    tie: "Wo die ersten beiden gleich sind, bekommt niemand die Figur: Sie kommt neben den Plan. Vier Figuren dort beenden das Spiel. Blau nimmt gleich die Burg. Sorge für Gleichstand.",
    ship: "Ein gewöhnliches Plättchen pro Zug, aber beliebig viele schnelle: Achte auf den doppelten Winkel. Schiffe liegen auf dem Meer und zählen auch. Blau führt in Kamakura mit 3. Lege ein Schiff und den Samurai, in einem Zug.",
    switch:
      "Der Tausch vertauscht zwei Figuren, wo immer sie stehen. Dein Buddha 4 liegt neben Aizu, wo er für die Burg nichts tut. Wähle den Tausch, dann die Burg von Aizu, dann den Buddha von Mito.",
    move: "Der Umzug bringt eines deiner Plättchen, das nicht schnell ist, auf ein anderes Feld. Wakayama ist leer: Dein Samurai bewirkt dort nichts mehr. Wähle den Umzug, dann den Samurai, dann sein neues Feld.",
    winning:
      "Das Spiel endet, wenn eine Kaste den Plan verlassen hat oder vier Figuren daneben liegen. Wer die meisten einer Kaste hat, führt sie; bei Gleichstand niemand. Wer die meisten Kasten führt, gewinnt. Führen mehrere je eine, entscheiden ihre Figuren der anderen Kasten. Wer hat hier gewonnen?",
  },
  takenSoFar: "Bisher genommen",
  whoWon: "Wer hat gewonnen?",
  rightAnswer: "Richtig.",
  wrongAnswer: "Diesmal nicht. Sieh es dir Schritt für Schritt an.",
  rulesIn: "In den Worten von",
  ruleSections: [
    {
      title: "Worum es geht",
      picture: "edo",
      text: [
        "Du bist ein Fürst und gewinnst die Gunst dreier Kasten: Religion, Handel und Militär. Ihre Figuren sind Buddha, Reis und {castle}. Wer mehr Kasten führt als alle anderen, gewinnt.",
        "Der Plan ist Japan: Honshu für zwei, mit Shikoku und Kyushu für drei, mit Hokkaido für vier Spieler. Ein Dorf fasst eine Figur, eine Stadt zwei verschiedene, Edo eine jeder Kaste.",
      ],
    },
    {
      title: "Deine Plättchen",
      picture: "tiles",
      text: [
        "Alle haben die gleichen zwanzig Plättchen. Buddha, Reis und {castle} beeinflussen nur ihre eigene Kaste, mit 4, 3 oder 2. Samurai, Ronin und Schiffe beeinflussen alle drei.",
        "Schnelle Plättchen tragen einen doppelten Winkel: Ronin, Schiffe und {switch}. Schiffe liegen auf dem Meer, alle anderen auf Land. Auf Orte wird nie gelegt.",
      ],
    },
    {
      title: "Vor dem ersten Zug",
      picture: "",
      text: [
        "Alle wählen geheim fünf Plättchen, oder bekommen fünf zugeteilt. Die anderen fünfzehn werden zu einem Stapel gemischt.",
        "Edo bekommt eine Figur jeder Kaste. Dann setzen alle reihum je eine Figur: erst in Städte, dann in Dörfer. Oder die Figuren werden verstreut.",
      ],
    },
    {
      title: "Ein Zug",
      picture: "ship",
      text: [
        "Spiele mindestens ein Plättchen: höchstens eines, das nicht schnell ist, und beliebig viele schnelle, in jeder Reihenfolge. Am Ende deines Zuges ziehst du auf fünf nach.",
        "{switch}: Zwei Figuren irgendwo auf dem Plan tauschen die Plätze; das Plättchen verlässt das Spiel. Kein Ort darf danach zwei Figuren einer Kaste haben.",
        "{move}: Nimm eines deiner eigenen Plättchen auf, das nicht schnell ist, und lege es auf ein anderes leeres Landfeld; das Umzugsplättchen bleibt liegen, wo es war.",
      ],
    },
    {
      title: "Einnehmen",
      picture: "tie",
      text: [
        "Ein Ort ist umstellt, wenn auf jedem Landfeld neben ihm ein Plättchen liegt; das Meer zählt dabei nicht. Jede seiner Figuren geht an den, der durch die Plättchen ringsum am meisten Einfluss auf ihre Kaste hat, Schiffe eingeschlossen.",
        "Bei Gleichstand um den ersten Platz, oder wenn niemand Einfluss hat, kommt die Figur neben den Plan.",
      ],
    },
    {
      title: "Das Ende",
      picture: "",
      text: [
        "Das Spiel endet nach dem Zug, in dem eine Kaste keine Figur mehr auf dem Plan hat, oder vier Figuren daneben liegen, oder alle nacheinander gepasst haben.",
        "Wer von einer Kaste die meisten hat, führt sie. Wer mehr Kasten führt als alle anderen, gewinnt. Führen mehrere je eine: die meisten Figuren der beiden anderen Kasten, dann die meisten insgesamt, dann geteilter Sieg. Führt niemand: die meisten insgesamt.",
      ],
    },
    {
      title: "Was du wissen darfst",
      picture: "",
      text: [
        "Den Plan, jedes gespielte Plättchen, wie viele Plättchen jeder hat, die Figuren neben dem Plan und deine eigene Hand. Die Reihenfolge der Stapel kennt niemand. Gewonnene Figuren sieht man, wenn sie genommen werden; ob die Summen gezeigt werden, bestimmt der Tisch.",
      ],
    },
  ],
};
