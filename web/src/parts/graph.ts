/** Where the lines of a rating's graph run. */

import type { RatedResult } from "../messages";

const HEIGHT = 240;
const LEFT = 44;
const MARGIN = 12;
/** What may be between two lines: the graph has two to six of them. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];

interface Point {
  x: number;
  y: number;
}

export interface Graph {
  width: number;
  height: number;
  left: number;
  /** Lines at round ratings. */
  lines: { value: number; y: number }[];
  /** The rating, as the path of an SVG. */
  course: string;
  /** How far off it may be. */
  band: string;
  last: Point;
}

const path = (points: Point[]): string =>
  points.map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** For a picture so wide: one game after another from the left to the right, however long lay between them. */
export function graphOf(results: Pick<RatedResult, "rating" | "deviation">[], width: number): Graph {
  const lowest = Math.min(...results.map((each) => each.rating - each.deviation));
  const highest = Math.max(...results.map((each) => each.rating + each.deviation), lowest + 1);
  const x = (n: number): number => LEFT + (n * (width - LEFT - MARGIN)) / Math.max(1, results.length - 1);
  const y = (rating: number): number =>
    HEIGHT - MARGIN - ((rating - lowest) * (HEIGHT - 2 * MARGIN)) / (highest - lowest);
  const step = STEPS.find((each) => (highest - lowest) / each <= 6) ?? 100;
  const first = Math.ceil(lowest / step);
  const lines = Array.from({ length: Math.floor(highest / step) - first + 1 }, (_, n) => (first + n) * step);
  const course = results.map((each, n) => ({ x: x(n), y: y(each.rating) }));
  const above = results.map((each, n) => ({ x: x(n), y: y(each.rating + each.deviation) }));
  const below = results.map((each, n) => ({ x: x(n), y: y(each.rating - each.deviation) })).reverse();
  return {
    width,
    height: HEIGHT,
    left: LEFT,
    lines: lines.map((value) => ({ value, y: y(value) })),
    course: path(course),
    band: `${path([...above, ...below])}Z`,
    last: course.at(-1) ?? { x: LEFT, y: HEIGHT },
  };
}
