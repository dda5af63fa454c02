/** Arrows on a board: of an attack, and of turns in a review. */

import type { Point } from "./camera";

const written = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A curve from one counter to another; of a way that is too short for it, only the head stays. */
export function arrowOf(from: Point, to: Point, size: number): { line: string; head: string } {
  const start = { x: from.x, y: from.y + size * 0.3 };
  const end = { x: to.x, y: to.y + size * 0.3 };
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const barb = Math.max(7, size * 0.46);
  let [tx, ty] = [ux, uy];
  let tip = { x: start.x * 0.56 + end.x * 0.44, y: start.y * 0.56 + end.y * 0.44 };
  let line = "";
  let base = { x: tip.x - ux * barb * 0.5, y: tip.y - uy * barb * 0.5 };
  if (length >= size * 2.7) {
    const away = size * (uy > 0.3 ? 1.5 : 1);
    const a = { x: start.x + ux * size * 0.8, y: start.y + uy * size * 0.8 };
    tip = { x: end.x - ux * away, y: end.y - uy * away };
    const bend = { x: (a.x + tip.x) / 2 - uy * length * 0.16, y: (a.y + tip.y) / 2 + ux * length * 0.16 };
    const slope = Math.hypot(tip.x - bend.x, tip.y - bend.y) || 1;
    [tx, ty] = [(tip.x - bend.x) / slope, (tip.y - bend.y) / slope];
    base = { x: tip.x - tx * barb * 0.7, y: tip.y - ty * barb * 0.7 };
    line = `M${written(a.x, a.y)}Q${written(bend.x, bend.y)} ${written(base.x, base.y)}`;
  }
  const head =
    `M${written(tip.x + tx * barb * 0.5, tip.y + ty * barb * 0.5)}` +
    `L${written(base.x - ty * barb * 0.8, base.y + tx * barb * 0.8)}` +
    `L${written(base.x + ty * barb * 0.8, base.y - tx * barb * 0.8)}z`;
  return { line, head };
}
