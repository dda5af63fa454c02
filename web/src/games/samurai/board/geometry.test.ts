import { expect, test } from "vitest";
import type { SpaceInfo } from "../types";
import { R, bestLayout, layOut, nearest, outline, step, tileParts } from "./geometry";

/** A strip of hexes from north-west to south-east, and one beside it. */
const spaces: SpaceInfo[] = [0, 1, 2, 3, 4, 5, 6].map((n) => ({
  name: `s${n}`,
  kind: n === 0 ? "sea" : "land",
  players: n > 4 ? 3 : 2,
  x: n * 1.5,
  y: (n * Math.sqrt(3)) / 2,
  around: [],
  place: null,
  near: [],
  side: null,
  is_far: false,
  capacity: 0,
}));

test("only the spaces of so many players are laid out, inside the picture", () => {
  const layout = layOut(spaces, 2, 0);
  expect([...layout.at.keys()]).toEqual(["s0", "s1", "s2", "s3", "s4"]);
  for (const { x, y } of layout.at.values()) {
    expect(x).toBeGreaterThanOrEqual(R);
    expect(x).toBeLessThanOrEqual(layout.width - R);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(layout.height);
  }
});

test("the board is turned to fill the screen", () => {
  const wide = bestLayout(spaces, 3, 1000, 200);
  const tall = bestLayout(spaces, 3, 200, 1000);
  expect(wide.width).toBeGreaterThan(wide.height);
  expect(tall.height).toBeGreaterThan(tall.width);
});

test("on an upright screen it stands unless it would be much smaller", () => {
  const { width, height: low } = layOut(spaces, 3, 60);
  const { height } = layOut(spaces, 3, -30);
  expect(bestLayout(spaces, 3, width, height * 0.95).turn).toBe(60);
  expect(bestLayout(spaces, 3, width, height * 0.95, true).turn).toBe(-30);
  expect(bestLayout(spaces, 3, width, low, true).turn).toBe(60);
});

test("the space under a point is found, and the nearest of some", () => {
  const layout = layOut(spaces, 2, 60);
  const at = layout.at.get("s2")!;
  expect(nearest(layout, { x: at.x + 10, y: at.y - 10 }, R)).toBe("s2");
  expect(nearest(layout, at, 5 * R, ["s0", "s3"])).toBe("s3");
  expect(nearest(layout, { x: -500, y: -500 }, R)).toBeNull();
});

test("arrow keys walk to the neighbour that lies there", () => {
  const layout = layOut(spaces, 2, -30);
  expect(step(layout, "s1", "right")).toBe("s2");
  expect(step(layout, "s1", "left")).toBe("s0");
  expect(step(layout, "s0", "left")).toBeNull();
});

test("the line around connected spaces is closed, and one", () => {
  const layout = layOut(spaces, 2, 0);
  const path = outline(layout, new Set(layout.at.keys()));
  expect(path.match(/M/g)).toHaveLength(1);
  expect(path.match(/z/g)).toHaveLength(1);
  // Five hexes in a row share four edges: 5 * 6 - 2 * 4 are outside.
  expect(path.match(/L/g)).toHaveLength(21);
});

test("large crests are twice as large, within the tile and clear of figure and digit", () => {
  for (const isPointed of [false, true])
    for (const hasDigit of [false, true]) {
      const usual = tileParts({ hasDigit, isPointed });
      const large = tileParts({ hasDigit, isPointed, hasLargeCrest: true });
      expect(large.crest.size).toBeGreaterThan(2 * usual.crest.size);
      // The inner hex has a circumradius of 41.5: a flat one reaches 36 down, one on its point 41.5.
      expect(large.crest.y + large.crest.size / 2).toBeLessThanOrEqual(isPointed ? 41.5 : 36);
      expect(large.figure.y + large.figure.size / 2).toBeLessThanOrEqual(large.crest.y - large.crest.size / 2 + 6);
      expect(large.figure.y - large.figure.size / 2).toBeGreaterThanOrEqual(-36);
    }
});
