/** What came of a line of the record. */

import type { PlyInfo } from "../../messages";
import type { HistoryPlyDetails } from "./types";

/** As the server tells it; lines that only open or close a record have nothing of it. */
export const factsOf = (ply: PlyInfo): HistoryPlyDetails | null =>
  (ply.details as HistoryPlyDetails | null | undefined) ?? null;

/** How likely it was that a fight ended as it did. */
export const chanceOf = ({ ended, take, empty, held }: NonNullable<HistoryPlyDetails["battle"]>): number =>
  ended === "taken" ? take : ended === "empty" ? empty : held;

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
