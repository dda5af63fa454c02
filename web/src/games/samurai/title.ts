/** Samurai, as the page opens it. */

import "./style/board.css";
import "./style/table.css";
import "./style/small.css";
import type { Title } from "../title";
import Card from "./Card.svelte";
import { front } from "./front";
import Hand from "./Hand.svelte";
import Hint from "./Hint.svelte";
import { learnWords } from "./learn/words";
import Panel from "./Panel.svelte";
import { SamuraiPicking } from "./picking.svelte";
import Plan from "./Plan.svelte";
import Progress from "./Progress.svelte";
import Score from "./Score.svelte";
import Stage from "./Stage.svelte";
import { tellFact } from "./reasons";
import { story } from "./story";
import { marksOf, tell, tellBriefly, tellChoice, tellMove } from "./telling";
import { spacesOf, waysOf } from "./tokens";
import { boardOf, type SamuraiInfo, type SamuraiPosition } from "./types";
import { words } from "./words";

export const title: Title<SamuraiPosition, SamuraiInfo, SamuraiPicking> = {
  front,
  words,
  boardOf,
  pickUp: (staging, board) => new SamuraiPicking(staging, board),
  tell,
  tellBriefly,
  story,
  tellChoice,
  tellMove,
  marksOf,
  marksOfMoves: (moves) => moves.split(" ").flatMap(spacesOf),
  waysOf: (moves) => moves.split(" ").flatMap(waysOf),
  tellFact,
  soundOf: (plies) => (plies.some((ply) => ply.takes.length > 0) ? "capture" : "place"),
  Progress,
  Card,
  Panel,
  Stage,
  Hand,
  Plan,
  Hint,
  Score,
  setUp: () => import("./setup/SetUp.svelte"),
  lesson: async () => {
    const [found] = await Promise.all([import("./learn/Lesson.svelte"), learnWords.open()]);
    return found;
  },
  rules: async () => {
    const [found] = await Promise.all([import("./learn/Rules.svelte"), learnWords.open()]);
    return found;
  },
};
