/** Einführung und Regeln auf Deutsch. */

import type { LearnWords } from "./en";

export const de: LearnWords = {
  lessonTexts: {
    place:
      "Du führst die Yamana, und dein erster Marker steht in Tajima. Jeder weitere kommt in eine Provinz, in der du stehst, oder daneben: die sind hell. Setz zwei Marker in verschiedene Provinzen.",
    fight:
      "Wo andere stehen, kämpft ein Marker. Zeig auf eine helle Provinz: zuerst kommen die Würfel beider Seiten und die genauen Chancen. Perlen auf einer Grenze geben dem Verteidiger einen Würfel, eine Burg erhöht seinen besten um eins. Greif an, wo es am meisten bringt.",
    castle:
      "Statt eines Markers kannst du eine Burg bauen, wo du stehst. Miyako wird man angreifen. Wähl Burg, dann Miyako.",
    draft:
      "In jeder Epoche ziehst du einen Daimyō. Die Karte sagt, was er kann, und seine erste Provinz ist auf der Karte golden. Behalt ihn, oder gib ihn jemandem, der keinen hat; dann bekommst du eine Karte ungesehen. Entscheide.",
    score:
      "Punkte kommen von Regionen: eine Provinz ist Präsenz, drei sind Einfluss, mehr als die Hälfte Übermacht, alle Kontrolle, alle mit aktuellen Markern Vorherrschaft. Miyako ist eine Region mit einer Provinz, und die Zahl in Gold sagt, was ein Marker brächte. Nimm die Provinz, die am meisten bringt.",
  },
  lessonEnds: {
    place: "Bis gewürfelt wird, lässt sich alles zurücknehmen.",
    fight:
      "Im Spiel würden jetzt die Würfel rollen: bester gegen besten, und bei Gleichstand verlieren beide einen Marker.",
    castle: "Wer sie im Kampf nimmt, bekommt einen Punkt, und sie fällt.",
    draft: "Wer bisher am schwächsten war, zieht zuerst. Karten bleiben verdeckt, bis sie an der Reihe sind.",
    score:
      "Nach deinem Zug wird all das gezählt, auch für alte Marker. Wer nach sieben Epochen die meisten Punkte hat, gewinnt.",
  },
  ruleSections: [
    {
      title: "Das Spiel",
      text: [
        "Fünfhundert Jahre in sieben Epochen. In jeder führen alle einen anderen Klan, erobern, was sie können, werten und lassen ihre Marker als Vergangenheit zurück, die die nächsten bekämpfen müssen. Wer nach der siebten Epoche die meisten Punkte hat, gewinnt; bei Gleichstand gemeinsam.",
        "Die gedruckte Karte und die Spielkarten sind nicht öffentlich. Deshalb ist ein Teil der Werte aus Spielberichten gewonnen und ein Teil von uns; jede Karte sagt, welcher.",
      ],
      picture: "",
    },
    {
      title: "Die Karte",
      text: [
        "60 Provinzen in neun Regionen und sieben Seezonen. Eine dünne Grenze ist offen. Perlen helfen dem Verteidiger: ein Würfel mehr. Eine Mauer ist unüberwindlich. Provinzen, die sich nur an einer Ecke treffen, sind nicht benachbart.",
        "Ein gefüllter Marker ist aktuell, ein hohler alt; ein Stapel ist ein Marker mit Zahl. Runde Zeichen sind Burgen, Städte, Hauptstädte und Märkte.",
      ],
      picture: "map",
    },
    {
      title: "Wer welchen Daimyō spielt",
      text: [
        "In der ersten Epoche spielen alle die Karte, die sie ziehen. Später zieht zuerst, wer am schwächsten ist: geringste Stärke bisher, dann wenigste Punkte, dann meiste gespielte Ereignisse. Du siehst deine Karte an und behältst sie, oder gibst sie jemandem, der keine hat. Eine geschenkte Karte sieht niemand an, bis alle eine haben.",
        "Die Züge kommen in der Reihenfolge der Zahlen auf den Karten.",
      ],
      picture: "",
    },
    {
      title: "Ein Zug",
      text: [
        "Zuerst Ereignisse, wenn du willst. Dann ein Marker nach dem andern, bis alle verbraucht sind: der erste in der Anfangsprovinz, wo er ohne Wurf gewinnt; jeder weitere, wo du einen aktuellen Marker hast, oder daneben. Seezonen nur mit Flotte. Höchstens drei Marker in einer Provinz und zwei in einer Seezone.",
        "Statt eines Markers kannst du eine Burg bauen, wo du stehst, eine je Provinz. Ein Daimyō ohne Hauptstadt gründet mit dem ersten Marker eine Stadt. Zurücknehmen ist frei bis zum ersten Würfel.",
      ],
      picture: "place",
    },
    {
      title: "Kämpfe",
      text: [
        "Ein Marker, der gesetzt wird, wo andere stehen, kämpft gegen einen nach dem andern. Beide würfeln, der beste Würfel zählt, die niedrigere Seite verliert einen Marker; bei Gleichstand beide.",
      ],
      picture: "fight",
      rows: [
        ["aktueller Marker", "2 Würfel"],
        ["alter Marker", "1 Würfel"],
        ["ein Daimyō mit drei Würfeln", "3, oder je 2, wenn beide das haben"],
        ["Perlengrenze, von See, von weit her", "1 Würfel mehr für den Verteidiger"],
        ["regionaler Daimyō auswärts", "1 Würfel weniger für den Angreifer, aber mindestens 1"],
        ["Burg", "+1 auf den besten Würfel des Verteidigers"],
        ["eigene alte Marker", "weichen ohne Wurf oder werden bekämpft, wie du willst"],
        [
          "der letzte Verteidiger wird entfernt",
          "eine Burg fällt, eine Hauptstadt wird zur Stadt, eine Stadt verschwindet",
        ],
      ],
    },
    {
      title: "Ereignisse",
      text: [
        "Alle haben von Anfang an neun Ereigniskarten und bekommen nie mehr. Höchstens zwei je Epoche vor und während des Zugs; die für nach der Epoche sind frei. Während gewürfelt wird, kann kein Ereignis gespielt werden.",
      ],
      picture: "",
    },
    {
      title: "Punkte",
      text: ["Am Ende deines Zugs, für alte und aktuelle Marker gleichermaßen:"],
      picture: "",
      rows: [
        [
          "Region",
          "Grundpunkte der Epoche × 1 für Präsenz (1 Provinz), 2 für Einfluss (3), 3 für Übermacht (mehr als die Hälfte), 4 für Kontrolle (alle), 5 für Vorherrschaft (alle, mit aktuellen Markern)",
        ],
        ["Sagami, Miyako, Chikuzen", "je 1"],
        ["Hauptstadt, Stadt", "2, 1"],
        ["Sakai, Hakata", "je 1"],
        ["Seezone", "je 1"],
        ["eine Provinz mit Burg, im Kampf genommen", "1 sofort"],
      ],
    },
    {
      title: "Zu zweit, dritt, viert und sechst",
      text: [
        "Zu zweit und zu dritt spielen alle mehrere von sechs Farben, jede mit eigenen Karten und Punkten, und die niedrigste zählt. Zu viert ist Kyuushuu nicht im Spiel. Zu sechst kommt in der ersten Epoche die Samurai division dazu.",
      ],
      picture: "",
    },
  ],
  reportsTitle: "Woher die Werte kommen",
  reportsText:
    "Aus den veröffentlichten Regeln und aus diesen Berichten von Leuten, die das gedruckte Spiel gespielt haben:",
};
