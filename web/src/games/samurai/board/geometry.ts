/** Where the spaces lie on the screen: the board's hexes, turned so that they fill it best. */

import type { Point } from "../../../table/camera";
import { WAYS, type Direction } from "../../../table/viewport.svelte";
import type { SpaceInfo } from "../types";

/** Everything on the board is drawn for hexes of this circumradius and scaled by the view box. */
export const R = 50;

export interface Layout {
  /** Degrees that the board is turned by, clockwise. */
  turn: number;
  width: number;
  height: number;
  spaces: SpaceInfo[];
  at: Map<string, Point>;
  byName: Map<string, SpaceInfo>;
  /** Whether hexes stand on a point. */
  isPointed: boolean;
  corners: Point[];
}

const PADDING = 0.3 * R;

function turned(x: number, y: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

/** The corners of a hex around the origin. */
export function corners(radius: number, turn: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((k) => turned(radius, 0, 60 * k + turn));
}

/** Lays out the spaces that so many players use. */
export function layOut(all: SpaceInfo[], players: number, turn: number): Layout {
  const spaces = all.filter((space) => space.players <= players);
  const at = new Map<string, Point>();
  for (const space of spaces) at.set(space.name, turned(space.x * R, space.y * R, turn));
  const points = [...at.values()];
  const edge = corners(R, turn);
  const reach = { x: Math.max(...edge.map((p) => p.x)), y: Math.max(...edge.map((p) => p.y)) };
  const left = Math.min(...points.map((p) => p.x)) - reach.x - PADDING;
  const top = Math.min(...points.map((p) => p.y)) - reach.y - PADDING;
  const right = Math.max(...points.map((p) => p.x)) + reach.x + PADDING;
  const bottom = Math.max(...points.map((p) => p.y)) + reach.y + PADDING;
  for (const [name, point] of at) at.set(name, { x: point.x - left, y: point.y - top });
  return {
    turn,
    width: right - left,
    height: bottom - top,
    spaces,
    at,
    byName: new Map(spaces.map((space) => [space.name, space])),
    isPointed: turn % 60 !== 0,
    corners: corners(R, turn),
  };
}

/** Japan lies across a wide screen, and stands on a tall one. */
const TURNS = [60, -30, 30, 0];

/** The layout whose hexes come out largest in a box of this size. On upright screens the players stand in a column, beside
 * which there is room for Japan only if it stands too. */
export function bestLayout(
  all: SpaceInfo[],
  players: number,
  width: number,
  height: number,
  isUpright = false,
): Layout {
  let best: Layout | undefined;
  let size = 0;
  for (const turn of TURNS) {
    const layout = layOut(all, players, turn);
    const scale = Math.min(width / layout.width, height / layout.height);
    // The first two leave the corners of the sea free for players and counts, so the others have to be clearly larger.
    const least = turn !== TURNS[1] ? 1.3 : isUpright ? 0.75 : 1.06;
    if (!best || scale > size * least) {
      best = layout;
      size = Math.max(size, scale);
    }
  }
  return best!;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

export function polygon(points: Point[]): string {
  return "M" + points.map((p) => `${short(p.x)} ${short(p.y)}`).join("L") + "z";
}

/** A hex as a path. */
export function hexagon(radius: number, turn: number, middle: Point = { x: 0, y: 0 }): string {
  return polygon(corners(radius, turn).map((p) => ({ x: p.x + middle.x, y: p.y + middle.y })));
}

/** A circle as a part of a path, so that many are one node. */
export function disc(middle: Point, radius: number): string {
  const r = short(radius);
  return `M${short(middle.x - radius)} ${short(middle.y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0a${r} ${r} 0 1 0 ${short(-2 * radius)} 0z`;
}

/** The middle of the edge between two neighbours. */
export function gate(layout: Layout, from: string, to: string, isTight = false): Point {
  const a = layout.at.get(from)!;
  const b = layout.at.get(to)!;
  const share = isTight ? 0.53 : 0.4925;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** The line around a set of spaces, as closed paths, so that its corners join. */
export function outline(layout: Layout, inside: Set<string>): string {
  const next = new Map<string, { from: Point; to: Point }[]>();
  const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
  for (const name of inside) {
    const middle = layout.at.get(name)!;
    for (let k = 0; k < 6; k += 1) {
      const from = layout.corners[k]!;
      const to = layout.corners[(k + 1) % 6]!;
      const beyond = { x: middle.x + from.x + to.x, y: middle.y + from.y + to.y };
      if (hasNear(layout, inside, beyond)) continue;
      const edge = {
        from: { x: middle.x + from.x, y: middle.y + from.y },
        to: { x: middle.x + to.x, y: middle.y + to.y },
      };
      const start = key(edge.from);
      next.set(start, [...(next.get(start) ?? []), edge]);
    }
  }
  let path = "";
  const take = (at: string): { from: Point; to: Point } | undefined => {
    const edges = next.get(at);
    const edge = edges?.pop();
    if (edges && edges.length === 0) next.delete(at);
    return edge;
  };
  while (next.size > 0) {
    const first = take(next.keys().next().value!)!;
    const line = [first.from, first.to];
    for (let edge = take(key(first.to)); edge; edge = take(key(edge.to))) line.push(edge.to);
    path += polygon(line.slice(0, -1));
  }
  return path;
}

function hasNear(layout: Layout, inside: Set<string>, point: Point): boolean {
  const name = nearest(layout, point, R / 4);
  return name !== null && inside.has(name);
}

/** The space at a point, or the nearest one within reach; only among `names` if these are given. */
export function nearest(layout: Layout, point: Point, reach: number, names?: Iterable<string>): string | null {
  let best: string | null = null;
  let least = reach * reach;
  for (const name of names ?? layout.at.keys()) {
    const middle = layout.at.get(name);
    if (!middle) continue;
    const distance = (middle.x - point.x) ** 2 + (middle.y - point.y) ** 2;
    if (distance <= least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** The space that an arrow key leads to: the nearest one that lies mostly in that direction. */
export function step(layout: Layout, from: string, direction: Direction, names?: Iterable<string>): string | null {
  const start = layout.at.get(from);
  if (!start) return null;
  const way = WAYS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const name of names ?? layout.at.keys()) {
    const point = layout.at.get(name);
    if (!point || name === from) continue;
    const dx = point.x - start.x;
    const dy = point.y - start.y;
    const along = dx * way.x + dy * way.y;
    const across = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (along < R * 0.4 || across > along * 1.8) continue;
    const cost = along + 1.6 * across;
    if (cost < least) {
      least = cost;
      best = name;
    }
  }
  return best;
}

/** Where the parts of a tile stand, for hexes of circumradius 50: figure, digit, and the crest below them. */
export interface TileParts {
  figure: { x: number; y: number; size: number };
  digit: { x: number; y: number; size: number };
  crest: { y: number; size: number };
}

export interface TileLook {
  hasDigit: boolean;
  isPointed?: boolean;
  /** Drawn larger, for small screens. */
  isSmall?: boolean;
  inHand?: boolean;
  /** For who tells players apart by their crests. */
  hasLargeCrest?: boolean;
}

export function tileParts({ hasDigit, isPointed, isSmall, inHand, hasLargeCrest }: TileLook): TileParts {
  if (hasLargeCrest) {
    const size = hasDigit ? 29 : 33;
    return {
      figure: { x: hasDigit ? -15 : 0, y: -13, size },
      digit: { x: 16, y: -1, size: 36 },
      crest: { y: isPointed ? 23 : 20, size: 26 },
    };
  }
  const rise = isSmall ? -6 : isPointed ? -3 : -5;
  return {
    figure: {
      x: hasDigit ? (isSmall ? -14.5 : -17) : 0,
      y: rise,
      size: hasDigit ? (isSmall ? 33 : 35) : isSmall ? 38 : 40,
    },
    digit: { x: isSmall ? 18 : 17.5, y: isSmall ? 9 : rise + 14, size: isSmall ? 43 : 41 },
    crest: { y: isSmall ? (isPointed ? 30 : 28) : isPointed ? 31 : 27, size: inHand ? 14 : isSmall ? 16 : 11.5 },
  };
}
