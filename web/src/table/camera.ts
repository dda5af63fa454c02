/** What of a map is seen: a box with the proportions of the screen that never leaves the map. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The box around some points, with room on all sides. */
export function boundsOf(points: Point[], margin: number): Box {
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))];
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

const NEAREST = 5;
export const inReach = (zoom: number): number => Math.max(1, Math.min(NEAREST, zoom));

/** How many pixels of the screen a unit of the map has when all of it is seen. */
export function fitOf(map: Box, screen: { width: number; height: number }): number {
  return Math.min(screen.width / map.width, screen.height / map.height);
}

/** The part that is seen, so much closer than all of it, around a point if the edges allow it. */
export function seenPart(map: Box, screen: { width: number; height: number }, zoom: number, middle: Point | null): Box {
  const scale = fitOf(map, screen) * zoom;
  const width = screen.width / scale;
  const height = screen.height / scale;
  const place = (at: number, from: number, length: number, seen: number): number =>
    seen >= length ? from + (length - seen) / 2 : Math.max(from, Math.min(from + length - seen, at - seen / 2));
  const at = middle ?? middleOf(map);
  return { x: place(at.x, map.x, map.width, width), y: place(at.y, map.y, map.height, height), width, height };
}

export const middleOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where the middle has to be so that a point stays where it is while the box shrinks to this share. */
export function middleAround(box: Box, point: Point, share: number): Point {
  const middle = middleOf(box);
  return { x: point.x + (middle.x - point.x) * share, y: point.y + (middle.y - point.y) * share };
}
