/** Reasons of a review in words. */

import type { Fact, Reason } from "../../review/review";
import { nameOf } from "../../table/telling";
import { casteName, isOldEdition, placeName, tileName } from "./telling";
import type { Teller } from "./types";
import { words } from "./words";

export function tellFact(teller: Teller, { kind, seat, about, best, played, worlds }: Fact): Reason | null {
  const w = words.now;
  const isOld = isOldEdition(teller);
  const who = nameOf(teller, seat ?? 0);
  const counts = [Math.round(best * worlds), Math.round(played * worlds), worlds] as const;
  const caste = casteName(about.caste ?? "", isOld);
  if (kind === "piece") {
    const place = placeName(teller.board, about.settlement!);
    return { text: w.factPiece(who, caste, place, ...counts), names: [{ name: place, marks: [about.settlement!] }] };
  }
  if (kind === "leadership") {
    const marks = about.settlements?.split(" ").filter(Boolean) ?? []; // older judges did not name them
    return { text: w.factLeads(who, caste, ...counts), names: marks.length > 0 ? [{ name: caste, marks }] : [] };
  }
  if (kind === "kept") return { text: w.factKept(who, tileName(about.tile!, isOld), best, played), names: [] };
  return null;
}
