/** What came of a line of the record. */

import type { PlyInfo } from "../../messages";
import { areaOf } from "./tokens";
import type { HistoryBattle, HistoryColour, HistoryPlyDetails, HistoryPosition, HistoryRoll } from "./types";

/** As the server tells it; lines that only open or close a record have nothing of it. */
export const factsOf = (ply: PlyInfo): HistoryPlyDetails | null =>
  (ply.details as HistoryPlyDetails | null | undefined) ?? null;

/** How likely it was that a fight ended as it did. */
export const chanceOf = ({ ended, take, empty, held }: HistoryBattle): number =>
  ended === "taken" ? take : ended === "empty" ? empty : held;

/** Rolls that were made at one place. */
export interface Thrown {
  area: string;
  rolls: HistoryRoll[];
}

/** The rolls of a fight or of a raid, by place. */
export function throwsOf(ply: PlyInfo): Thrown[] {
  const facts = factsOf(ply);
  const found = new Map<string, HistoryRoll[]>();
  for (const roll of facts?.rolls ?? []) {
    const area = roll.area ?? facts?.battle?.area;
    if (area) found.set(area, [...(found.get(area) ?? []), roll]);
  }
  return [...found].map(([area, rolls]) => ({ area, rolls }));
}

/** The last throw of dice among these. */
export const lastThrow = (plies: PlyInfo[]): PlyInfo | null =>
  plies.findLast((ply) => ply.kind === "dice" || ply.kind === "raid") ?? null;

/** The last thing that happened at a place. */
export interface Trace {
  colour: string;
  /** A counter was placed, or how a fight ended. */
  ended: "placed" | HistoryBattle["ended"];
  ply: PlyInfo;
}

/** What others left behind, by place. */
export function tracesOf(plies: PlyInfo[]): Record<string, Trace> {
  const found: Record<string, Trace> = {};
  for (const ply of plies) {
    const facts = factsOf(ply);
    if (!facts) continue;
    const { colour, battle } = facts;
    if (battle) found[battle.area] = { colour, ended: battle.ended, ply };
    else if (ply.kind === "turn" || ply.kind === "after")
      for (const area of ply.tokens.flatMap((token) => areaOf(token) ?? []))
        found[area] = { colour, ended: "placed", ply };
  }
  return found;
}

/** Points of every colour after each epoch, from 0 on, as far as they are known. */
export function pointsByEpoch(plies: PlyInfo[]): Record<string, number[]> {
  const now: Record<string, number> = {};
  const lines: Record<string, number[]> = {};
  const close = (): void => {
    for (const [colour, points] of Object.entries(now)) lines[colour] = [...(lines[colour] ?? [0]), points];
  };
  for (const ply of plies) {
    const facts = factsOf(ply);
    if (!facts) continue;
    now[facts.colour] = (now[facts.colour] ?? 0) + (facts.points ?? 0);
    if (facts.epoch) close();
  }
  close();
  return lines;
}

/** By colour: how many counters the dice took and spared beyond what was to be expected. */
export function luckOf(plies: PlyInfo[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const ply of plies)
    for (const [colour, luck] of Object.entries(factsOf(ply)?.luck ?? {})) all[colour] = (all[colour] ?? 0) + luck;
  return all;
}

/** A colour in the order of the draft, with the figures that it goes by, the weightiest first. */
export interface DraftPlace {
  colour: string;
  figures: [strength: number, points: number, cards: number, playedAt: number];
  /** The figure by which it comes after the one before; null: it is the first. */
  decides: number | null;
}

export function draftOrder({ draft, seats }: Pick<HistoryPosition, "draft" | "seats">): DraftPlace[] {
  const known: Record<string, HistoryColour> = Object.assign({}, ...Object.values(seats).map((seat) => seat.colours));
  const places: DraftPlace[] = [];
  for (const colour of draft) {
    const { strength, points, hand_size, played_at } = known[colour]!;
    const figures: DraftPlace["figures"] = [strength, points, hand_size, played_at];
    const decides = figures.findIndex((figure, n) => figure !== places.at(-1)?.figures[n]);
    places.push({ colour, figures, decides: places.length === 0 || decides < 0 ? null : decides });
  }
  return places;
}
