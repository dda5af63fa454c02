/** History of the Samurai, as the page opens it. */

import "./style/map.css";
import "./style/table.css";
import "./style/small.css";
import type { Title } from "../title";
import Card from "./Card.svelte";
import { front } from "./front";
import Hand from "./Hand.svelte";
import Hint from "./Hint.svelte";
import { learnWords } from "./learn/words";
import Panel from "./Panel.svelte";
import { HistoryPicking } from "./picking.svelte";
import Plan from "./Plan.svelte";
import Progress from "./Progress.svelte";
import { tellFact } from "./reasons";
import Score from "./Score.svelte";
import Stage from "./Stage.svelte";
import { marksOf, tell, tellChoice, tellMove } from "./telling";
import { areaOf } from "./tokens";
import { boardOf, type HistoryInfo, type HistoryPosition } from "./types";
import { words } from "./words";

export const title: Title<HistoryPosition, HistoryInfo, HistoryPicking> = {
  front,
  words,
  boardOf,
  pickUp: (staging, board) => new HistoryPicking(staging, board),
  tell,
  tellChoice,
  tellMove,
  marksOf,
  marksOfMoves: (moves) => moves.split(" ").flatMap((token) => areaOf(token) ?? []),
  waysOf: (moves) => moves.split(" ").flatMap((token) => (areaOf(token) ? [{ from: null, to: areaOf(token)! }] : [])),
  tellFact,
  soundOf: (plies) => (plies.some((ply) => ply.kind === "dice") ? "capture" : "place"),
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
