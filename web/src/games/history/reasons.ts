/** Reasons of a review in words. */

import type { Fact, Reason } from "../../review/review";
import { nameOf } from "../../table/telling";
import { decimal, percent } from "../../words/language.svelte";
import { regionName, whoIs } from "./telling";
import type { Teller } from "./types";
import { words } from "./words";

export function tellFact(teller: Teller, { kind, seat, about, best, played, worlds }: Fact): Reason | null {
  const w = words.now;
  const chance = (share: number): string => (share < 0 ? w.factNoFight : percent(share));
  const means = [decimal(best), decimal(played), worlds] as const;
  if (kind === "odds") return { text: w.factOdds(chance(best), chance(played)), names: [] };
  if (kind === "points") return { text: w.factPoints(nameOf(teller, seat ?? 0), ...means), names: [] };
  if (kind === "provinces") {
    const name = regionName(teller, about.region!);
    const marks = teller.board.regions.find((each) => each.id === about.region)?.provinces ?? [];
    return { text: w.factProvinces(whoIs(teller, about.colour!), name, ...means), names: [{ name, marks }] };
  }
  return null;
}
