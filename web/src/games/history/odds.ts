/** The chances of fights, as the server computes them with every choice. */

import type { Choice } from "../../messages";
import type { HistoryChoice, HistoryMove, HistoryScene } from "./types";

const movesIn = (choice: Choice | null): Record<string, HistoryMove> =>
  (choice?.details as HistoryChoice | null | undefined)?.moves ?? {};

/** By move, of all that can be chosen now: what it would bring, and whom it would meet. */
export function prospectsOf(scene: HistoryScene): Record<string, HistoryMove> {
  const { staging } = scene;
  const { kept } = staging.picking;
  const text = kept.join(" ");
  const choice = text === "" ? staging.source.choice() : (staging.answerTo(text)?.choice ?? null);
  const ahead = staging.answerTo([...kept, "ready"].join(" "))?.choice ?? null;
  return { ...movesIn(ahead), ...movesIn(choice) };
}

/** Whole per cents that add up to a hundred: what is left over goes to the largest remainders. */
export function wholePercents(shares: number[]): number[] {
  const whole = shares.map((share) => Math.floor(share * 100));
  const rest = 100 - whole.reduce((sum, each) => sum + each, 0);
  const byRemainder = shares
    .map((share, n) => ({ n, left: share * 100 - whole[n]! }))
    .sort((a, b) => b.left - a.left)
    .slice(0, Math.max(0, rest));
  for (const { n } of byRemainder) whole[n]! += 1;
  return whole;
}
