/** Where the names of places stand: beside their settlement, and not on each other. */

import { R, type Layout } from "./geometry";

export interface Label {
  space: string;
  text: string;
  x: number;
  y: number;
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** About how wide a text is, in its own height; Japanese signs are as wide as they are high. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e80 ? 1 : 0.58), 0);

const overlap = (a: Frame, b: Frame): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How much of a name may lie on others: what is more of a muddle is left out. */
const MOST_HIDDEN = 0.05;

/** Below a settlement if there is room, else above, else beside it; and not at all where there is none. */
export function placeLabels(layout: Layout, names: Map<string, string>, size: number): Label[] {
  const taken: Frame[] = [];
  const labels: Label[] = [];
  for (const [space, text] of names) {
    const at = layout.at.get(space);
    if (!at) continue;
    const half = ((widthOf(text) + 0.5) * size) / 2;
    const aside = R * 0.7 + half;
    const places = [
      [0, R * 0.92],
      [0, -R * 0.92],
      [aside, 0],
      [-aside, 0],
      [aside, R * 0.8],
      [-aside, R * 0.8],
      [aside, -R * 0.8],
      [-aside, -R * 0.8],
    ] as const;
    let best = { cost: Infinity, hidden: 0, x: 0, y: 0, frame: null as Frame | null };
    for (const [rank, [dx, dy]] of places.entries()) {
      const x = at.x + dx;
      const y = at.y + dy;
      const frame = { left: x - half, right: x + half, top: y - size * 0.6, bottom: y + size * 0.6 };
      const outside = Math.max(0, -frame.left) + Math.max(0, frame.right - layout.width);
      const hidden = taken.reduce((sum, other) => sum + overlap(frame, other), 0);
      const cost = hidden + outside * size + rank * size;
      if (cost < best.cost) best = { cost, hidden, x, y, frame };
    }
    if (best.hidden > MOST_HIDDEN * 2.4 * half * size) continue;
    taken.push(best.frame!);
    labels.push({ space, text, x: best.x, y: best.y });
  }
  return labels;
}
