/** Tutorial and rules in English. The other languages have the same keys. */

export interface RuleSection {
  title: string;
  text: string[];
  /** The name of a picture, or nothing. */
  picture: string;
  rows?: [string, string][];
}

export const en = {
  lessonTexts: {
    place:
      "You lead Yamana, and your first counter stands in Tajima. Every further one goes to a province where you stand, or next to one: those are lit. Place two counters in different provinces.",
    fight:
      "Where others stand, a counter fights. Point at a lit province: the dice of both sides and the exact chances come first. Beads on a border give the defender a die, a castle adds one to his best. Attack where it is worth most.",
    castle:
      "Instead of a counter you can build a castle where you stand. Miyako will be attacked. Choose Castle, then Miyako.",
    draft:
      "In every epoch you draw a daimyo. The card says what he can do, and his first province is gold on the map. Keep him, or give him to somebody who has none; then you get a card unseen. Decide.",
    score:
      "Points come from regions: one province is presence, three are influence, more than half dominance, all control, all with current counters supremacy. Miyako is a region of one province, and the number in gold says what a counter would bring. Take the one that brings most.",
  } as Record<string, string>,
  lessonEnds: {
    place: "Until dice are rolled, everything can be taken back.",
    fight: "In a game the dice would now roll: best die against best die, and on a draw both lose a counter.",
    castle: "Who takes it by combat gets a point, and it falls.",
    draft: "Who is weakest so far draws first. Cards stay face down until their turn comes.",
    score: "After your turn all this is counted, for past counters too. Most points after seven epochs win.",
  } as Record<string, string>,
  ruleSections: [
    {
      title: "The game",
      text: [
        "Five hundred years in seven epochs. In each one everybody leads another clan, conquers what he can, scores, and leaves his counters behind as the past that the next ones have to fight. Most points after the seventh epoch win; equal scores share the win.",
        "The printed map and cards are not public. So a part of the values is recovered from reports of games, and a part is our own; every card says which.",
      ],
      picture: "",
    },
    {
      title: "The map",
      text: [
        "60 provinces in nine regions, and seven sea zones. A thin border is open. Beads are defensive: the defender gets a die more. A wall cannot be crossed. Provinces that meet in a corner are not adjacent.",
        "A filled counter is current, a hollow one is past; a stack is one counter with its number. Round signs are castles, cities, capitals and markets.",
      ],
      picture: "map",
    },
    {
      title: "Who plays which daimyo",
      text: [
        "In the first epoch everybody plays the card that he draws. Later the weakest draws first: least strength so far, then fewest points, then most event cards played. You look at your card and keep it, or give it to somebody who has none. Nobody looks at a card that was given until all have one.",
        "Turns come in the order of the numbers on the cards.",
      ],
      picture: "",
    },
    {
      title: "A turn",
      text: [
        "First events, if you like. Then one counter after another until all are used: the first in the initial province, where it wins without a roll; each further one where you have a current counter, or next to one. Sea zones only with a navy. At most three counters in a province and two in a sea zone.",
        "Instead of a counter you can build a castle where you stand, one in each province. A daimyo without a capital founds a city with his first counter. Undo is free until the first die.",
      ],
      picture: "place",
    },
    {
      title: "Fights",
      text: [
        "A counter placed where others stand fights them one at a time. Both sides roll, the best die counts, the lower side loses a counter; on a draw both do.",
      ],
      picture: "fight",
      rows: [
        ["current counter", "2 dice"],
        ["past counter", "1 die"],
        ["a daimyo of three dice", "3, or 2 each if both have that"],
        ["defensive border, from the sea, from far away", "1 die more for the defender"],
        ["regional daimyo abroad", "1 die fewer for the attacker, but at least 1"],
        ["castle", "+1 on the defender's best die"],
        ["own past counters", "give way without a roll, or are fought: you choose"],
        ["the last defender is removed", "a castle falls, a capital becomes a city, a city is gone"],
      ],
    },
    {
      title: "Events",
      text: [
        "Everybody has nine event cards from the start and never gets any more. At most two in an epoch before and during the turn; those for after the epoch are free. While dice roll no event can be played.",
      ],
      picture: "",
    },
    {
      title: "Points",
      text: ["At the end of your turn, for past and current counters alike:"],
      picture: "",
      rows: [
        [
          "region",
          "base points of the epoch × 1 for presence (1 province), 2 for influence (3), 3 for dominance (more than half), 4 for control (all), 5 for supremacy (all, with current counters)",
        ],
        ["Sagami, Miyako, Chikuzen", "1 each"],
        ["capital, city", "2, 1"],
        ["Sakai, Hakata", "1 each"],
        ["sea zone", "1 each"],
        ["a province with a castle taken by combat", "1 at once"],
      ],
    },
    {
      title: "Two, three, four and six players",
      text: [
        "With two and three everybody plays several of six colours, each with its own cards and points, and the lowest counts. With four, Kyuushuu is out of play. With six, the Samurai division joins the first epoch.",
      ],
      picture: "",
    },
  ] as RuleSection[],
  reportsTitle: "Where the values come from",
  reportsText: "From the published rules, and from these accounts of people who played the printed game:",
};

export type LearnWords = typeof en;
