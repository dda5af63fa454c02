import { expect, test } from "vitest";
import { placeLabels } from "./labels";
import type { Layout } from "./geometry";

const layoutOf = (at: Record<string, [number, number]>): Layout =>
  ({ at: new Map(Object.entries(at).map(([name, [x, y]]) => [name, { x, y }])), width: 1000, height: 1000 }) as Layout;
const place = (at: Record<string, [number, number]>, texts: Record<string, string>) =>
  placeLabels(layoutOf(at), new Map(Object.entries(texts)), 20);

test("a name stands below its settlement", () => {
  const [label] = place({ o14: [500, 500] }, { o14: "Edo", missing: "Nowhere" });
  expect(label).toMatchObject({ space: "o14", text: "Edo", x: 500 });
  expect(label!.y).toBeGreaterThan(500);
});

test("where another name stands, it gives way", () => {
  const labels = place({ a: [500, 500], b: [500, 590] }, { a: "Kanazawa", b: "Kyoto" });
  const apart = Math.abs(labels[0]!.y - labels[1]!.y) >= 20 || Math.abs(labels[0]!.x - labels[1]!.x) >= 60;
  expect(apart).toBe(true);
  const close = place({ a: [500, 500], b: [520, 500] }, { a: "Kanazawa", b: "Kyoto" });
  expect(close[1]!.y).toBeLessThan(500);
});

test("where there is no room, the first names stay and the others are left out", () => {
  const crowd = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${n}`, [500, 500] as [number, number]]));
  const labels = place(crowd, Object.fromEntries(Object.keys(crowd).map((name) => [name, "Kanazawa"])));
  expect(labels[0]!.space).toBe("a0");
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.length).toBeLessThan(12);
});

test("no name leaves the board", () => {
  const [label] = place({ a: [10, 500] }, { a: "Kagoshima" });
  expect(label!.x).toBeGreaterThan(40);
});
