import { expect, test } from "vitest";
import { graphOf } from "./graph";

const points = (path: string): number[][] =>
  [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((found) => [Number(found[1]), Number(found[2])]);

test("a rating that rises goes up, from the left edge to the right one", () => {
  const graph = graphOf(
    [
      { rating: 25, deviation: 8 },
      { rating: 28, deviation: 7 },
      { rating: 31, deviation: 6 },
    ],
    720,
  );
  const course = points(graph.course);
  expect(course.map(([x]) => x)).toEqual([44, 376, 708]);
  expect(course[0]![1]).toBeGreaterThan(course[1]![1]!);
  expect(course[1]![1]).toBeGreaterThan(course[2]![1]!);
  expect(graph.last.x).toBe(708);
});

test("the band lies around the course and inside the picture", () => {
  const graph = graphOf(
    [
      { rating: 25, deviation: 8 },
      { rating: 20, deviation: 2 },
    ],
    300,
  );
  const heights = points(graph.band).map(([, y]) => y!);
  expect(Math.min(...heights)).toBe(12);
  expect(Math.max(...heights)).toBe(graph.height - 12);
});

test.each([
  [25, 0, [25, 26]],
  [25, 8, [20, 25, 30]],
  [40, 32, [20, 40, 60]],
])("lines are at round ratings: %d ± %d", (rating, deviation, values) => {
  expect(graphOf([{ rating, deviation }], 720).lines.map((line) => line.value)).toEqual(values);
});
