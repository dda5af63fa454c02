import { expect, test } from "vitest";
import type { PlyInfo } from "../../messages";
import { chanceOf, draftOrder, luckOf, pointsByEpoch, throwsOf, tracesOf } from "./facts";
import { wholePercents } from "./odds";
import type { HistoryColour, HistoryPlyDetails, HistoryRoll } from "./types";

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

const roll = (area: string, attack: number): HistoryRoll => ({
  attack,
  defend: 3,
  attack_dice: 2,
  defend_dice: 1,
  castle: false,
  area,
  against: "blue",
});

test("dice lie where they were thrown", () => {
  const battle = { area: "kaga", against: "blue", defenders: 1, ended: "taken", take: 1, empty: 0, held: 0 } as const;
  const fight = ply({ colour: "red", battle, rolls: [roll("kaga", 3), roll("kaga", 5)] });
  expect(throwsOf(fight)).toEqual([{ area: "kaga", rolls: [roll("kaga", 3), roll("kaga", 5)] }]);
  const raid = ply({ colour: "red", rolls: [roll("iki", 3), roll("tsushima", 5), roll("iki", 6)] });
  expect(throwsOf(raid).map(({ area, rolls }) => [area, rolls.length])).toEqual([
    ["iki", 2],
    ["tsushima", 1],
  ]);
  expect(throwsOf(ply(null))).toEqual([]);
});

test("a trace is the last thing that happened at a place", () => {
  const battle = { area: "kaga", against: "blue", defenders: 1, ended: "held", take: 0, empty: 0, held: 1 } as const;
  const turn = { ...ply({ colour: "red" }), tokens: ["ready", "ise", "castle:ise", "kaga"] };
  const traces = tracesOf([turn, { ...ply({ colour: "red", battle }), kind: "dice" }, ply(null)]);
  expect(Object.entries(traces).map(([area, { ended }]) => [area, ended])).toEqual([
    ["ise", "placed"],
    ["kaga", "held"],
  ]);
});

test("the order of the draft comes with the figure that decided each place", () => {
  const colour = (strength: number, points: number, hand_size: number, played_at: number): HistoryColour =>
    ({ strength, points, hand_size, played_at }) as HistoryColour;
  const seats = {
    "0": { score: 0, colours: { red: colour(9, 20, 7, 4), gold: colour(5, 12, 7, 1) } },
    "1": { score: 0, colours: { blue: colour(9, 20, 7, 2), green: colour(9, 20, 6, 5), purple: colour(9, 11, 7, 3) } },
  };
  const order = draftOrder({ draft: ["gold", "purple", "green", "blue", "red"], seats });
  expect(order.map(({ colour, decides }) => [colour, decides])).toEqual([
    ["gold", null],
    ["purple", 0],
    ["green", 1],
    ["blue", 2],
    ["red", 3],
  ]);
  expect(order.at(-1)!.figures).toEqual([9, 20, 7, 4]);
});
