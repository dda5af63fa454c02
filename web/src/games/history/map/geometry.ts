/** The map: a mosaic of hexes, drawn as provinces with rounded borders, at any turn and scale. */

import type { Box, Point } from "../../../table/camera";
import { WAYS, type Direction } from "../../../table/viewport.svelte";
import type { HistoryInfo } from "../types";

/** The radius of a hex of the mosaic, in units of the map. */
export const R = 16;

export type BorderKind = "normal" | "defensive" | "impassable";

/** What is drawn of the map; it depends on the data alone. */
export interface Chart {
  /** Outlines by province and sea zone. */
  shapes: Map<string, string>;
  /** Where names and counters of an area are. */
  spots: Map<string, Point>;
  /** The middles of the hexes of an area. */
  cells: Map<string, Point[]>;
  coast: string;
  borders: Record<BorderKind, string>;
  /** Borders between regions. */
  regions: string;
  straits: string;
}

type Cell = [column: number, row: number];
type Segment = [Point, Point];

const AROUND: [Cell[], Cell[]] = [
  [
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
  ],
  [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
  ],
];
/** The neighbour of that number lies behind the edge from this corner to the next. */
const EDGE = [5, 0, 1, 2, 3, 4];

/** By how much names and counters stand beside the middle, where that is too narrow. */
const NUDGE: Record<string, [number, number]> = {
  izumi: [-13, -16],
  kawachi: [20, 6],
  settsu: [-4, -4],
  houki: [3, -8],
  izumo: [-8, 2],
  inaba: [4, -14],
  mimasaka: [-6, 12],
  chikugo: [1, -2],
  hizen: [-10, 6],
  owari: [-3, 9],
  mikawa: [4, 10],
  toutoumi: [6, 6],
  shimousa: [8, 8],
  kazusa: [0, 8],
  sagami: [-2, 0],
  etchuu: [2, -2],
  wakasa: [4, -6],
  suou: [-6, 4],
  noto: [0, -2],
  central_mutsu: [0, -2],
  south_mutsu: [0, 2],
  tanba: [-4, 8],
  sanuki: [2, -4],
  izu: [0, 4],
  tango: [2, -8],
  tajima: [-2, -10],
  bizen: [4, 0],
  bitchuu: [4, 18],
  bingo: [-8, -24],
  harima: [-4, 15],
  iwami: [-4, 6],
  nagato: [-4, 0],
  oumi: [4, 2],
  miyako: [0, -2],
  hitachi: [4, -4],
  awa: [4, 2],
  yamato: [3, 38],
  ise: [4, 0],
  ariake_sea: [-56, 50],
  enshuu_sea: [16, 16],
  sagami_sea: [26, 16],
  west_seto: [8, 2],
  nankai: [8, 6],
};

const name = ([column, row]: Cell): string => `${column},${row}`;
const middle = ([column, row]: Cell): Point => ({
  x: 1.5 * R * column,
  y: Math.sqrt(3) * R * (row + 0.5 * (column & 1)),
});
function corner(cell: Cell, number: number): Point {
  const { x, y } = middle(cell);
  const angle = (Math.PI / 3) * number;
  return { x: x + R * Math.cos(angle), y: y + R * Math.sin(angle) };
}
const key = (point: Point): string => `${Math.round(point.x * 2)},${Math.round(point.y * 2)}`;
const between = (a: Point, b: Point, share = 0.5): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
const short = (value: number): string => String(Math.round(value * 10) / 10);
const written = (point: Point): string => `${short(point.x)} ${short(point.y)}`;

/** Segments joined to lines, closed where they return. */
function joined(segments: Segment[]): Point[][] {
  const next = new Map<string, Segment[]>();
  for (const segment of segments) {
    const at = key(segment[0]);
    next.set(at, [...(next.get(at) ?? []), segment]);
  }
  const ends = new Set(segments.map(([, end]) => key(end)));
  const starts = [...next.keys()];
  const lines: Point[][] = [];
  for (const start of [...starts.filter((each) => !ends.has(each)), ...starts]) {
    for (let first = next.get(start)?.pop(); first; first = next.get(start)?.pop()) {
      const line = [...first];
      for (let more = next.get(key(line.at(-1)!))?.pop(); more; more = next.get(key(line.at(-1)!))?.pop())
        line.push(more[1]);
      lines.push(line);
    }
  }
  return lines;
}

/** A line with its corners rounded from edge to edge; where three areas meet it stays sharp, so that neighbours share it. */
function rounded(line: Point[], joints: Set<string>): string {
  const [first, second] = line as [Point, Point];
  const last = line.at(-1)!;
  if (key(first) === key(last)) {
    const points = line.slice(0, -1);
    let path = `M${written(between(points.at(-1)!, first))}`;
    points.forEach((point, n) => {
      const half = written(between(point, points[(n + 1) % points.length]!));
      path += joints.has(key(point)) ? `L${written(point)}L${half}` : `Q${written(point)} ${half}`;
    });
    return `${path}z`;
  }
  let path = `M${written(first)}`;
  if (line.length > 2) path += `L${written(between(first, second))}`;
  for (let n = 1; n < line.length - 1; n++) path += `Q${written(line[n]!)} ${written(between(line[n]!, line[n + 1]!))}`;
  return `${path}L${written(last)}`;
}

class Mosaic {
  readonly codes = new Map<string, string>();
  readonly cells: Cell[] = [];

  constructor(rows: string[]) {
    rows.forEach((text, row) =>
      text.split(" ").forEach((code, column) => {
        if (code === "..") return;
        this.cells.push([column, row]);
        this.codes.set(name([column, row]), code);
      }),
    );
  }

  /** The edges around what a grouping calls the same, with the groups on both sides. */
  *edges(group: (code: string) => string): Generator<{ segment: Segment; own: string; other: string }> {
    for (const cell of this.cells) {
      const own = group(this.codes.get(name(cell))!);
      const around = AROUND[(cell[0] & 1) as 0 | 1];
      for (const [number, [dc, dr]] of around.entries()) {
        const other = group(this.codes.get(name([cell[0] + dc, cell[1] + dr])) ?? "..");
        const from = EDGE[number]!;
        if (own !== other) yield { segment: [corner(cell, from), corner(cell, (from + 1) % 6)], own, other };
      }
    }
  }

  /** The corners where three groups meet. */
  joints(group: (code: string) => string): Set<string> {
    const seen = new Map<string, Set<string>>();
    const see = (cell: Cell): void => {
      const found = group(this.codes.get(name(cell)) ?? "..");
      for (let number = 0; number < 6; number++) {
        const at = key(corner(cell, number));
        seen.set(at, (seen.get(at) ?? new Set()).add(found));
      }
    };
    for (const cell of this.cells) {
      see(cell);
      for (const [dc, dr] of AROUND[(cell[0] & 1) as 0 | 1]) see([cell[0] + dc, cell[1] + dr]);
    }
    return new Set([...seen].filter(([, groups]) => groups.size > 2).map(([at]) => at));
  }
}

const isLand = (code: string): boolean => code !== code.toLowerCase();

/** Draws the map once. */
export function chartOf(info: HistoryInfo): Chart {
  const mosaic = new Mosaic(info.mosaic);
  const byCode = new Map(info.provinces.map((each) => [each.code, each]));
  const ids = new Map([...info.provinces, ...info.sea_zones].map((each) => [each.code, each.id]));
  const onLand = (code: string): string => (code !== ".." && isLand(code) ? code : "~");
  const atSea = (code: string): string => (code === ".." ? "." : isLand(code) ? "L" : code);
  const landJoints = mosaic.joints(onLand);
  const seaJoints = mosaic.joints(atSea);

  const outlines = new Map<string, Segment[]>();
  const coast: Segment[] = [];
  const borders = new Map<string, { kind: BorderKind; isRegional: boolean; segments: Segment[] }>();
  const add = (into: Map<string, Segment[]>, at: string, segment: Segment): void => {
    into.set(at, [...(into.get(at) ?? []), segment]);
  };
  for (const { segment, own, other } of mosaic.edges(onLand)) {
    if (own === "~") continue;
    add(outlines, own, segment);
    if (other === "~") coast.push(segment);
    else if (own < other) {
      const [a, b] = [byCode.get(own)!, byCode.get(other)!];
      const kind = (["normal", "defensive"] as const).find((each) => a[each].includes(b.id)) ?? "impassable";
      const found = borders.get(own + other) ?? { kind, isRegional: a.region !== b.region, segments: [] };
      found.segments.push(segment);
      borders.set(own + other, found);
    }
  }
  const shores = new Map<string, Segment[]>();
  for (const { segment, own } of mosaic.edges(atSea)) if (own !== "L") add(shores, own, segment);

  const draw = (segments: Segment[], joints: Set<string>): string =>
    joined(segments)
      .map((line) => rounded(line, joints))
      .join("");
  const shapes = new Map<string, string>();
  for (const [code, segments] of outlines) shapes.set(ids.get(code)!, draw(segments, landJoints));
  for (const [code, segments] of shores) shapes.set(ids.get(code)!, draw(segments, seaJoints));
  const lines = [...borders.values()].map((each) => ({ ...each, path: draw(each.segments, landJoints) }));
  const ofKind = (kind: BorderKind): string =>
    lines
      .filter((each) => each.kind === kind)
      .map((each) => each.path)
      .join("");

  const cells = new Map<string, Point[]>();
  for (const cell of mosaic.cells) {
    const id = ids.get(mosaic.codes.get(name(cell))!)!;
    cells.set(id, [...(cells.get(id) ?? []), middle(cell)]);
  }
  const spots = new Map<string, Point>();
  for (const { id, anchor } of [...info.provinces, ...info.sea_zones]) {
    const { x, y } = middle(anchor as Cell);
    const [dx, dy] = NUDGE[id] ?? [0, 0];
    spots.set(id, { x: x + dx, y: y + dy });
  }
  const straits = info.straits
    .map(({ between: [a, b] }) => {
      const [from, to] = [spots.get(a!)!, spots.get(b!)!];
      return `M${written(between(from, to, 0.36))}L${written(between(from, to, 0.66))}`;
    })
    .join("");
  return {
    shapes,
    spots,
    cells,
    coast: draw(coast, landJoints),
    borders: { normal: ofKind("normal"), defensive: ofKind("defensive"), impassable: ofKind("impassable") },
    regions: lines
      .filter((each) => each.isRegional)
      .map((each) => each.path)
      .join(""),
    straits,
  };
}

/** The map turned by so many degrees; what is seen of it, the camera says. */
export interface Turned {
  turn: number;
  frame: Box;
  at: (point: Point) => Point;
}

export function turnedBy(chart: Chart, turn: number, isLandOnly: (area: string) => boolean): Turned {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = ({ x, y }: Point): Point => ({ x: x * cos - y * sin, y: x * sin + y * cos });
  const points = [...chart.cells].filter(([area]) => isLandOnly(area)).flatMap(([, each]) => each.map(at));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x, y] = [Math.min(...xs) - R * 1.6, Math.min(...ys) - R * 1.6];
  return {
    turn,
    at,
    frame: { x, y, width: Math.max(...xs) + R * 1.6 - x, height: Math.max(...ys) + R * 1.6 - y },
  };
}

/** The area at a point, or the nearest among some; within a distance. */
export function nearest(chart: Chart, point: Point, reach: number, among?: Iterable<string>): string | null {
  let found: string | null = null;
  let least = reach;
  for (const area of among ?? chart.cells.keys())
    for (const cell of chart.cells.get(area) ?? []) {
      const distance = Math.hypot(cell.x - point.x, cell.y - point.y);
      if (distance < least) [found, least] = [area, distance];
    }
  return found;
}

/** The area that lies in that direction, of those that may be walked to: the one that is least off the way. */
export function step(
  chart: Chart,
  turned: Turned,
  from: string,
  direction: Direction,
  among: Iterable<string>,
): string | null {
  const start = turned.at(chart.spots.get(from)!);
  const way = WAYS[direction];
  let found: string | null = null;
  let least = Infinity;
  for (const area of among) {
    const spot = chart.spots.get(area);
    if (!spot || area === from) continue;
    const to = turned.at(spot);
    const [dx, dy] = [to.x - start.x, to.y - start.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (ahead <= 0) continue;
    const cost = ahead + 2.2 * aside;
    if (cost < least) [found, least] = [area, cost];
  }
  return found;
}
