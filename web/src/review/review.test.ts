import { describe, expect, test } from "vitest";
import type { JudgedTurn } from "../messages";
import {
  asChange,
  bandOf,
  begunBefore,
  cutAt,
  gainOf,
  inPoints,
  intervalOf,
  lineOf,
  markedIn,
  momentsOf,
  placesOf,
  pointsOf,
  profitOf,
  sharesAt,
  verdictOf,
  within,
  type Decision,
  type Interval,
  type Mark,
  type Review,
} from "./review";

const exact = (share: number): Interval => [share, share, share];

function decision(seat: number, mark: Mark, low: number, played = "a"): Decision {
  const shares = [exact(0.5), exact(0.5)];
  const loss: Interval = [low + 0.05, low, low + 0.1];
  return {
    seat,
    played,
    best: "b",
    before: shares,
    after: shares,
    loss,
    worlds: 64,
    mark,
    accuracy: 50,
    options: [],
    facts: [],
  };
}

const account = (initial: number, final: number) => ({
  initial: exact(initial),
  own_decisions: exact(-0.1),
  own_luck: 0.05,
  others_decisions: exact(0),
  others_luck: exact(0),
  hidden: exact(0),
  without_luck: exact(0.4),
  final,
});

const value = (shares: number[], margins?: number[]) => ({ cause: "luck", seat: 0, shares, margins });

const review: Review = {
  game: "any",
  judge: "somebody",
  tries: 10,
  accounts: [account(0.5, 1), account(0.5, 0)],
  gifts: [],
  figures: [],
  plies: [
    { number: 1, seat: 0, values: [value([0.6, 0.4], [0.1, 0.1])], decisions: [decision(0, "mistake", 0.1)] },
    { number: 2, seat: 1, values: [], decisions: [] },
    { number: 3, seat: 0, values: [value([1.02, -0.02], [0.3, 0.3])], decisions: [decision(0, "", 0.3)] },
    {
      number: 4,
      seat: 1,
      values: [value([0.9, 0.1])],
      decisions: [decision(1, "blunder", 0.2), decision(1, "inaccuracy", 0.05)],
    },
  ],
};

describe("the curve", () => {
  test("goes from the beginning to the result, over the plies that have a value", () => {
    const points = pointsOf(review);
    expect(points.map(({ ply }) => ply)).toEqual([0, 1, 3, 4]);
    expect(points[0]!.shares).toEqual([0.5, 0.5]);
    expect(points.at(-1)!.shares).toEqual([1, 0]);
  });
  test("stays between nothing and all, with its band", () => {
    const points = pointsOf(review);
    expect(points[2]!.shares).toEqual([1, 0]);
    expect(lineOf(points, 0)).toBe("0,0.5 0.25,0.4 0.75,0 1,0");
    expect(bandOf(points, 1)).toBe("0,0.4 0.25,0.5 0.75,0.7 1,1 1,1 0.75,1 0.25,0.7 0,0.6");
  });
  test("a step without a value has that of the one before", () => {
    expect(sharesAt(pointsOf(review), 2).ply).toBe(1);
  });
});

describe("moments", () => {
  test("only what has a mark is one", () => {
    expect(markedIn(review).map(({ ply, index }) => [ply, index])).toEqual([
      [1, 0],
      [4, 0],
      [4, 1],
    ]);
  });
  test("are those of a seat that cost most surely, in the order of the game", () => {
    expect(momentsOf(review, 1, 1).map(({ decision }) => decision.mark)).toEqual(["blunder"]);
    expect(momentsOf(review, 0)).toHaveLength(1);
  });
  test("what was begun of a turn before a decision stays", () => {
    const decisions = [decision(0, "", 0, "kaga"), decision(0, "mistake", 0, "noto"), decision(0, "", 0, "kaga")];
    const tokens = ["ready", "kaga", "noto", "kaga", "end"];
    expect(begunBefore(tokens, decisions, 0)).toEqual(["ready"]);
    expect(begunBefore(tokens, decisions, 1)).toEqual(["ready", "kaga"]);
    expect(begunBefore(tokens, decisions, 2)).toEqual(["ready", "kaga", "noto"]);
    expect(begunBefore(["s2@k9", "h1@a2"], [decision(0, "", 0, "s2@k9 h1@a2 done")], 0)).toEqual([]);
  });
});

test("who surely profits from a decision is everybody else whose gain is above nothing", () => {
  const gave: Interval[] = [
    [-0.3, -0.4, -0.2],
    [0.2, 0.1, 0.3],
    [0.1, -0.05, 0.25],
  ];
  expect(profitOf({ ...decision(0, "mistake", 0.2), gave })).toEqual([{ seat: 1, gain: [0.2, 0.1, 0.3] }]);
  expect(profitOf({ ...decision(1, "mistake", 0.2), gave })).toEqual([]);
  expect(profitOf(decision(0, "mistake", 0.2)), "an older engine did not tell").toEqual([]);
});

test("how much better a turn is than another has an interval: both errors, by their squares", () => {
  const best = { mean: 0, low: 0, high: 0 };
  const played = { mean: 0.2, low: 0.125, high: 0.25 };
  expect(gainOf(best, played)).toEqual([0.2, 0.125, 0.25]);
  const other = { mean: 0.1, low: 0.06, high: 0.13 };
  const [mean, low, high] = gainOf({ mean: 0.3, low: 0.26, high: 0.34 }, other);
  expect(mean).toBeCloseTo(-0.2);
  expect(low).toBeCloseTo(-0.2 - Math.hypot(0.04, 0.04));
  expect(high).toBeCloseTo(-0.2 + Math.hypot(0.03, 0.04));
});

test("a turn is called near only where it costs little, and not where much is not sure", () => {
  const turn = (mean: number, low: number, mark: Mark, players = 2): JudgedTurn => {
    const loss = { mean, low, high: 2 * mean - low };
    return { moves: "", shares: Array(players).fill(loss), loss, mark, asked: true };
  };
  expect(verdictOf(turn(0.004, -0.1, ""))).toBe("best");
  expect(verdictOf(turn(0.04, 0.03, ""))).toBe("close");
  expect(verdictOf(turn(0.04, -0.03, "", 4))).toBe("unsure");
  expect(verdictOf(turn(0.167, -0.106, ""))).toBe("unsure");
  expect(verdictOf(turn(0.167, 0.106, "mistake"))).toBe("worse");
});

test("figures are points of 100, changes with their sign, and never minus nothing", () => {
  expect(inPoints(0.1234)).toBe("12.3");
  expect([0.1, -0.1, 0.0001, -0.0001].map(asChange)).toEqual(["+10.0", "−10.0", "0.0", "0.0"]);
  expect(intervalOf(0.5)).toEqual([0.5, 0.5, 0.5]);
});

test("a sentence is cut at the names that can be shown, the longer one of two that begin alike", () => {
  const names = [
    { name: "Kyo", marks: ["a1"] },
    { name: "Kyoto", marks: ["k9"] },
  ];
  expect(cutAt("Red takes Kyoto.", names)).toEqual([
    { text: "Red takes ", marks: null },
    { text: "Kyoto", marks: ["k9"] },
    { text: ".", marks: null },
  ]);
  expect(cutAt("Nothing.", [])).toEqual([{ text: "Nothing.", marks: null }]);
});

describe("marks on the curve", () => {
  const at = (ply: number, share: number) => {
    const made = decision(0, "blunder", 0.2);
    return { ply, index: 0, decision: { ...made, after: [exact(share), exact(1 - share)] } };
  };

  test("one alone lies at the mover's share", () => {
    expect(placesOf([at(5, 0.25)], 10)).toEqual([{ left: 0.5, top: 0.75 }]);
  });

  test("none lies on another or beyond the edge", () => {
    const places = placesOf([at(95, 0), at(96, 0), at(98, 0), at(100, 0), at(100, 1), at(0, 0.5)], 100);
    for (const [n, one] of places.entries()) {
      expect(one.top).toBeGreaterThan(0.06);
      expect(one.top).toBeLessThan(0.94);
      expect(one.left).toBeGreaterThan(0.03);
      expect(one.left).toBeLessThan(0.97);
      for (const other of places.slice(n + 1)) {
        const apart = Math.abs(one.left - other.left) >= 0.0799 || Math.abs(one.top - other.top) >= 0.1399;
        expect(apart).toBe(true);
      }
    }
  });
});

test("an interval ends where there is nothing more to win or lose", () => {
  expect(within([0.99, 0.9, 1.06], -1)).toEqual([0.99, 0.9, 1]);
  expect(within([0.01, -0.06, 0.06], 0)).toEqual([0.01, 0, 0.06]);
  expect(within([-0.2, -1.3, 0.1], -1)).toEqual([-0.2, -1, 0.1]);
});
