/** A review as the server tells it (`tenka review --json`), and what the page makes of it. */

import type { JudgedTurn } from "../messages";
import { decimal } from "../words/language.svelte";

/** What a loss is called, if it is sure. */
export type Mark = JudgedTurn["mark"];

/** A figure with its interval: mean, low, high. */
export type Interval = [number, number, number];
/** Older engines told some figures without an interval; their reviews are shown until somebody asks for a new one. */
type Told = number | Interval;

export type Cause = "own_decisions" | "own_luck" | "others_decisions" | "others_luck" | "hidden";
export const CAUSES: readonly Cause[] = ["own_decisions", "own_luck", "others_decisions", "others_luck", "hidden"];

export type Account = Record<Cause | "initial" | "without_luck", Told> & { final: number };

/** A reason, counted in worlds; which kinds there are, the title knows. */
export interface Fact {
  kind: string;
  seat: number | null;
  about: Record<string, string>;
  best: number;
  played: number;
  /** 0: it is exact. */
  worlds: number;
}

export interface Decision {
  seat: number;
  played: string;
  best: string;
  before: Interval[];
  after: Interval[];
  /** By seat: what was played is worth with open hands. */
  open?: Interval[];
  /** By seat: what the decision changed for everybody. */
  gave?: Interval[];
  loss: Interval;
  worlds: number;
  mark: Mark;
  accuracy: Told;
  options: { text: string; shares: Interval[] }[];
  facts: Fact[];
}

export interface JudgedPly {
  /** From 1. */
  number: number;
  seat: number;
  values: { cause: string; seat: number; shares: number[]; margins?: number[] }[];
  decisions: Decision[];
}

export interface Review {
  game: string;
  judge: string;
  tries: number;
  accounts: Account[];
  /** False where the judge cannot tell luck: then it is a part of what is hidden. */
  tells_luck?: boolean;
  gifts: Told[][];
  figures: {
    decisions: number;
    marks: Record<string, number>;
    accuracy: Told | null;
    error_rate: Interval | null;
    moments: number[];
    level?: { like: string; from: string; to: string } | null;
  }[];
  plies: JudgedPly[];
}

export const intervalOf = (told: Told): Interval => (typeof told === "number" ? [told, told, told] : told);

/** What everybody's share of the win was after so many plies. */
export interface Point {
  ply: number;
  shares: number[];
  /** By how much each may be off. */
  margins: number[];
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** The shares from the beginning to the result. Plies that decide and change nothing have no point of their own. */
export function pointsOf(review: Review): Point[] {
  const zeros = review.accounts.map(() => 0);
  const first = review.plies.flatMap((ply) => ply.values)[0];
  const points: Point[] = [
    {
      ply: 0,
      shares: review.accounts.map(({ initial }) => intervalOf(initial)[0]),
      margins: first?.margins ?? zeros,
    },
  ];
  for (const ply of review.plies) {
    const last = ply.values.at(-1);
    if (last) points.push({ ply: ply.number, shares: last.shares.map(clamp), margins: last.margins ?? zeros });
  }
  const end = review.plies.at(-1)?.number ?? 0;
  if (points.at(-1)!.ply === end && points.length > 1) points.pop();
  points.push({ ply: end, shares: review.accounts.map(({ final }) => final), margins: zeros });
  return points;
}

/** The shares after so many plies. */
export function sharesAt(points: readonly Point[], ply: number): Point {
  return points.findLast((point) => point.ply <= ply) ?? points[0]!;
}

/** A seat's line, in a square of 1 by 1. */
export function lineOf(points: readonly Point[], seat: number): string {
  const end = points.at(-1)!.ply || 1;
  return points.map(({ ply, shares }) => `${round(ply / end)},${round(1 - shares[seat]!)}`).join(" ");
}

/** The band around it in which the line may lie. */
export function bandOf(points: readonly Point[], seat: number): string {
  const end = points.at(-1)!.ply || 1;
  const edge = (side: 1 | -1): string[] =>
    points.map(
      ({ ply, shares, margins }) => `${round(ply / end)},${round(1 - clamp(shares[seat]! + side * margins[seat]!))}`,
    );
  return [...edge(1), ...edge(-1).reverse()].join(" ");
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** A decision that cost something surely, with where it stands in its ply. */
export interface Marked {
  ply: number;
  /** Which of the ply's decisions. */
  index: number;
  decision: Decision;
}

/** How large a mark is, in parts of the curve's width and height. */
const MARK = { width: 0.08, height: 0.14 };

/** Where marks lie in a square of 1 by 1: at the mover's share, or as near above or below it as none lies on another. */
export function placesOf(marked: readonly Marked[], end: number): { left: number; top: number }[] {
  const places: { left: number; top: number }[] = [];
  const inside = (at: number, size: number): number => Math.min(1 - size / 2, Math.max(size / 2, at));
  for (const { ply, decision } of marked) {
    const left = inside(ply / (end || 1), MARK.width);
    const middle = inside(1 - decision.after[decision.seat]![0], MARK.height);
    const near = places.filter((place) => Math.abs(place.left - left) < MARK.width);
    const isFree = (top: number): boolean => near.every((place) => Math.abs(place.top - top) >= MARK.height - 1e-9);
    const edges = near.flatMap((place) => [place.top - MARK.height, place.top + MARK.height]);
    const found = [middle, ...edges]
      .filter((top) => inside(top, MARK.height) === top && isFree(top))
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    places.push({ left, top: found[0] ?? middle });
  }
  return places;
}

export function markedIn(review: Review): Marked[] {
  return review.plies.flatMap(({ number, decisions }) =>
    decisions.flatMap((decision, index) => (decision.mark ? [{ ply: number, index, decision }] : [])),
  );
}

/** A seat's moments: of what has a mark, what cost most surely. */
export function momentsOf(review: Review, seat: number, most = 3): Marked[] {
  return markedIn(review)
    .filter(({ decision }) => decision.seat === seat)
    .sort((a, b) => b.decision.loss[1] - a.decision.loss[1])
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
}

/** Who surely profits from a decision of somebody else, and by how much. */
export function profitOf({ seat, gave = [] }: Decision): { seat: number; gain: Interval }[] {
  return gave.flatMap((gain, other) => (other !== seat && gain[1] > 0 ? [{ seat: other, gain }] : []));
}

/** How much better one turn is than another. What each loses was found against the best, so both errors count. */
export function gainOf(turn: JudgedTurn["loss"], other: JudgedTurn["loss"]): Interval {
  const gain = other.mean - turn.mean;
  return [
    gain,
    gain - Math.hypot(other.mean - other.low, turn.high - turn.mean),
    gain + Math.hypot(other.high - other.mean, turn.mean - turn.low),
  ];
}

/** Less is the noise of the worlds, and not told. */
export const LEAST = 0.005;
/** In parts of par: who loses less has no mark, however sure it is. */
const CLOSE = 0.1;

/** What a turn that was tried is: as good as the best, nearly, surely worse, or not surely. */
export function verdictOf({ loss, mark, shares }: JudgedTurn): "best" | "close" | "unsure" | "worse" {
  if (loss.mean < LEAST) return "best";
  if (loss.mean < CLOSE / shares.length) return "close";
  return mark === "" ? "unsure" : "worse";
}

/** The moves of a ply before one of its decisions: what is begun of the turn, and stays. */
export function begunBefore(tokens: readonly string[], decisions: readonly Decision[], index: number): string[] {
  let at = 0;
  for (const [number, decision] of decisions.entries()) {
    const words = decision.played.split(" ");
    const found = tokens.indexOf(words[0]!, at);
    if (number === index) return found < 0 ? [] : tokens.slice(0, found);
    if (found >= 0) at = found + words.length;
  }
  return [];
}

export const SIGNS: Record<Mark, string> = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** How lines are told apart without colours, by seat. */
export const DASHES = ["", "9 4", "2 3", "12 3 2 3", "5 2 1 2", "1 5"];

/** A share with its interval, or what one turn changes it by: beyond nothing and everything there is nothing. */
export const within = ([mean, low, high]: Interval, least: 0 | -1): Interval => [
  mean,
  Math.max(low, least),
  Math.min(high, 1),
];

/** Points of 100, with one digit behind the point or the comma. */
export const inPoints = (share: number): string => decimal(100 * share);
/** The same for a change. */
export const asChange = (share: number): string => {
  if (Math.abs(share) < 0.0005) return inPoints(0);
  return share > 0 ? `+${inPoints(share)}` : inPoints(share);
};

/** A sentence cut where it names something that can be shown: every part with what it lights on the board. */
export function cutAt(text: string, names: readonly Named[]): { text: string; marks: string[] | null }[] {
  const first = names
    .map((named) => ({ named, at: text.indexOf(named.name) }))
    .filter(({ at, named }) => at >= 0 && named.name !== "")
    .sort((a, b) => a.at - b.at || b.named.name.length - a.named.name.length)[0];
  if (!first) return text === "" ? [] : [{ text, marks: null }];
  const { named, at } = first;
  const before = text.slice(0, at);
  return [
    ...(before === "" ? [] : [{ text: before, marks: null }]),
    { text: named.name, marks: named.marks },
    ...cutAt(
      text.slice(at + named.name.length),
      names.filter((each) => each !== named),
    ),
  ];
}

/** What a sentence names, and what of the board that is. */
export interface Named {
  name: string;
  marks: string[];
}
/** A reason in words. */
export interface Reason {
  text: string;
  names: Named[];
}
