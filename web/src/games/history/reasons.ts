/** Reasons of a review in words. */

import type { Fact, Reason } from "../../review/review";
import { nameOf } from "../../table/telling";
import { decimal, percent } from "../../words/language.svelte";
import { areaName, regionName, whoIs } from "./telling";
import type { Teller } from "./types";
import { words } from "./words";

const provincesOf = (teller: Teller, region: string): string[] =>
  teller.board.regions.find((each) => each.id === region)?.provinces ?? [];

export function tellFact(teller: Teller, { kind, seat, about, best, played, worlds }: Fact): Reason | null {
  const w = words.now;
  const means = [decimal(best), decimal(played), worlds] as const;
  if (kind === "odds") {
    // Older judges did not say where.
    const told = ([share, area]: readonly [number, string | undefined]): string =>
      share < 0 ? w.factNoFight : area ? w.factFightAt(percent(share), areaName(teller, area)) : percent(share);
    const fights = [[best, about.best] as const, [played, about.played] as const];
    const names = fights.flatMap(([share, area]) =>
      share >= 0 && area ? [{ name: areaName(teller, area), marks: [area] }] : [],
    );
    return { text: w.factOdds(told(fights[0]!), told(fights[1]!)), names };
  }
  const region = about.region ?? "";
  const shown = { name: regionName(teller, region), marks: provincesOf(teller, region) };
  if (kind === "points") {
    const text = w.factPoints(nameOf(teller, seat ?? 0), ...means);
    return region === "" ? { text, names: [] } : { text: w.factMostIn(text, shown.name), names: [shown] };
  }
  if (kind === "provinces")
    return { text: w.factProvinces(whoIs(teller, about.colour!), shown.name, ...means), names: [shown] };
  return null;
}
