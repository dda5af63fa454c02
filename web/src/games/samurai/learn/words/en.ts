/** Tutorial and rules in English. */

export const en = {
  lessonTexts: {
    place:
      "This is Japan. On its settlements stand pieces of three castes: Buddhas, rice and castles. You want them. In Aomori, in the far north, stands a Buddha. Choose your Buddha tile, then a lit space beside Aomori, and confirm.",
    close:
      "Under the Buddha you see who leads: you, by 1. Blue's ship has 2, your tile 3. When all land around a settlement holds tiles, its pieces fall to whoever leads. One space is open, marked by the dot. Close it.",
    edo: "Edo holds one piece of each caste. A rice tile counts for rice only; a samurai counts for all three. Try each tile on the open space: before you confirm, the board shows what would fall to whom. Take the rice.",
    tie: "Where the first two are equal, nobody gets the piece: it goes beside the board. Four pieces there end the game. Blue is about to take the castle. Make it a tie.",
    ship: "One ordinary tile a turn, but as many fast ones as you like: look for the double chevron. Ships go on the sea and count as well. Blue leads Kamakura by 3. Lay a ship and the samurai, in one turn.",
    switch:
      "The switch exchanges two pieces anywhere. Your Buddha 4 lies beside Aizu, where it does nothing for the castle. Choose the switch, then the castle of Aizu, then the Buddha of Mito.",
    move: "The move takes one of your own tiles that is not fast to another space. Wakayama is empty: your samurai does nothing there any more. Choose the move, then the samurai, then where it shall go.",
    winning:
      "The game ends when a caste has left the board, or four pieces lie beside it. Whoever has the most of a caste leads it; on a tie, nobody. Whoever leads most castes wins. If several lead one each, their pieces of the other castes decide. Who has won here?",
  } as Record<string, string>,
  takenSoFar: "Taken so far",
  whoWon: "Who has won?",
  rightAnswer: "Right.",
  wrongAnswer: "Not this time. Look at it step by step.",
  rulesIn: "In the words of",
  ruleSections: [
    {
      title: "What it is about",
      picture: "edo",
      text: [
        "You are a lord who gathers support from three castes: religion, commerce and the military. Their pieces are Buddhas, rice and {castle}s. Whoever leads more castes than anyone else wins.",
        "The board is Japan: Honshu for two players, with Shikoku and Kyushu for three, with Hokkaido for four. A village holds one piece, a city two different ones, Edo one of each caste.",
      ],
    },
    {
      title: "Your tiles",
      picture: "tiles",
      text: [
        "Everybody has the same twenty tiles. Buddha, rice and {castle} tiles influence their own caste only, with 4, 3 or 2. Samurai, ronin and ships influence all three.",
        "Fast tiles have a double chevron: ronin, ships and the {switch}. Ships lie on the sea, all others on land. Nothing is ever laid on a settlement.",
      ],
    },
    {
      title: "Before the first turn",
      picture: "",
      text: [
        "Everybody secretly chooses five tiles, or is dealt five. The other fifteen are shuffled into a stack.",
        "Edo gets one piece of each caste. Then everybody in turn places one piece: first on cities, then on villages. Or the pieces are scattered.",
      ],
    },
    {
      title: "A turn",
      picture: "ship",
      text: [
        "Play at least one tile: at most one that is not fast, and any number of fast ones, in any order. At the end of your turn draw up to five.",
        "The {switch} exchanges two pieces anywhere on the board and leaves the game. No settlement may then hold two of one caste.",
        "The {move} takes up one of your own tiles that is not fast, puts it on another empty land space, and lies down where that tile was.",
      ],
    },
    {
      title: "Captures",
      picture: "tie",
      text: [
        "A settlement is surrounded when every land space next to it holds a tile; the sea does not matter. Each of its pieces goes to whoever has the most influence on its caste from the tiles around, ships included.",
        "On a tie for the most, or when nobody has any, the piece goes beside the board.",
      ],
    },
    {
      title: "The end",
      picture: "",
      text: [
        "The game ends after the turn in which a caste has no piece left on the board, or four pieces lie beside it, or everybody passed one after another.",
        "Whoever has strictly the most of a caste leads it. Who leads more castes than anyone else wins. If several lead one each: most pieces of the other two castes, then most pieces in all, then they share the win. If nobody leads any: most pieces in all.",
      ],
    },
    {
      title: "What you may know",
      picture: "",
      text: [
        "The board, every tile that was played, how many tiles everybody has, the pieces beside the board, and your own hand. Nobody knows the order of a stack. Captured pieces are seen when they are taken; whether totals are shown is an option of the table.",
      ],
    },
  ] as { title: string; picture: string; text: string[] }[],
};

export type LearnWords = typeof en;
