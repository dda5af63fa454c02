import { expect, test } from "vitest";
import { inReach, middleAround, middleOf, seenPart } from "./camera";

const map = { x: 0, y: 0, width: 200, height: 100 };
const screen = { width: 400, height: 400 };

test("the whole map is seen first, in the middle of the screen", () => {
  expect(seenPart(map, screen, 1, null)).toEqual({ x: 0, y: -50, width: 200, height: 200 });
});

test("closer, the part around a point is seen, and never what is beyond the edge", () => {
  expect(seenPart(map, screen, 4, { x: 100, y: 50 })).toEqual({ x: 75, y: 25, width: 50, height: 50 });
  expect(seenPart(map, screen, 4, { x: 0, y: 1000 })).toEqual({ x: 0, y: 50, width: 50, height: 50 });
});

test("what is under the fingers stays under them", () => {
  const before = seenPart(map, screen, 2, { x: 100, y: 50 });
  const point = { x: 120, y: 40 };
  const share = 2 / 3;
  const after = seenPart(map, screen, 3, middleAround(before, point, share));
  const at = (box: typeof before): number => (point.x - box.x) / box.width;
  expect(at(after)).toBeCloseTo(at(before));
  expect(middleOf(before)).toEqual({ x: 100, y: 50 });
});

test("nobody looks from further away than the whole map, or too closely", () => {
  expect([0.2, 1, 3, 99].map(inReach)).toEqual([1, 1, 3, 5]);
});
