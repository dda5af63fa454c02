import { expect, test } from "vitest";
import type { PlyInfo } from "../../messages";
import { chanceOf, luckOf, pointsByEpoch } from "./facts";
import { wholePercents } from "./odds";
import type { HistoryPlyDetails } from "./types";

const ply = (details: HistoryPlyDetails | null): PlyInfo => ({
  seat: 0,
  line: "",
  kind: "turn",
  tokens: [],
  takes: [],
  draws: [],
  details: details as unknown as Record<string, unknown> | null,
});

test("points are those of the end of each epoch, and of now", () => {
  const plies = [
    ply(null),
    ply({ colour: "red", points: 3 }),
    ply({ colour: "blue", points: 5, epoch: 2 }),
    ply({ colour: "red", points: 4 }),
  ];
  expect(pointsByEpoch(plies)).toEqual({ red: [0, 3, 7], blue: [0, 5, 5] });
});

test("luck is summed over all rolls", () => {
  const luck = luckOf([
    ply({ colour: "red", luck: { red: 0.5, blue: -0.5 } }),
    ply({ colour: "red", luck: { red: -0.25 } }),
  ]);
  expect(luck).toEqual({ red: 0.25, blue: -0.5 });
});

test("a fight's chance is that of how it ended", () => {
  const battle = { area: "kaga", against: "blue", defenders: 1, take: 0.5, empty: 0.2, held: 0.3 };
  expect(chanceOf({ ...battle, ended: "taken" })).toBe(0.5);
  expect(chanceOf({ ...battle, ended: "empty" })).toBe(0.2);
  expect(chanceOf({ ...battle, ended: "held" })).toBe(0.3);
});

test("whole per cents add up to a hundred", () => {
  expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholePercents([0.578, 0.168, 0.254])).toEqual([58, 17, 25]);
  expect(wholePercents([1, 0, 0])).toEqual([100, 0, 0]);
});
