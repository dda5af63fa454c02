import { expect, test } from "vitest";
import { BOARD } from "../testing";
import { chartOf, nearest, step, turnedBy } from "./geometry";

const chart = chartOf(BOARD);
const flat = turnedBy(chart, 0, () => true);

test("every area has one closed outline and a spot", () => {
  expect([...chart.shapes.keys()].sort()).toEqual(["alpha", "bay", "beta", "gamma"]);
  for (const path of chart.shapes.values()) expect(path).toMatch(/^M[^M]*z$/);
  expect(chart.spots.size).toBe(4);
});

test("borders are drawn once, by their kind, and those between regions again", () => {
  const lines = (path: string): number => path.split("M").length - 1;
  expect(lines(chart.borders.normal)).toBe(1);
  expect(lines(chart.borders.defensive)).toBe(1);
  expect(lines(chart.borders.impassable)).toBe(1);
  expect(chart.regions).toContain(chart.borders.defensive);
  expect(chart.regions).not.toContain(chart.borders.normal);
});

test("neighbours share the curve of their border", () => {
  const middle = chart.borders.defensive.split("Q")[1]!.split("L")[0]!.split(" ").slice(0, 2).join(" ");
  expect(chart.shapes.get("alpha")).toContain(middle);
  expect(chart.shapes.get("beta")).toContain(middle);
});

test("a point is in the area of its hex, or near one that can be chosen", () => {
  const [first] = chart.cells.get("beta")!;
  expect(nearest(chart, first!, 10)).toBe("beta");
  expect(nearest(chart, { x: first!.x + 5, y: first!.y - 4 }, 400, ["gamma"])).toBe("gamma");
  expect(nearest(chart, { x: -500, y: 0 }, 20)).toBeNull();
});

test("arrows walk to the neighbour that lies that way on the screen", () => {
  const all = ["alpha", "beta", "gamma", "bay"];
  expect(step(chart, flat, "alpha", "right", all)).toBe("beta");
  expect(step(chart, flat, "beta", "left", all)).toBe("alpha");
  expect(step(chart, flat, "alpha", "up", all)).toBeNull();
  expect(
    step(
      chart,
      turnedBy(chart, 180, () => true),
      "alpha",
      "left",
      all,
    ),
  ).toBe("beta");
});
