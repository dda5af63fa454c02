import { expect, test } from "vitest";
import type { GameInfo, TableInfo } from "../messages";
import { nextLevel } from "./levels";

const game = {
  name: "go",
  bots: ["one", "two", "three"].map((name) => ({ name, description: "", is_level: true, strengths: { "2": 25 } })),
} as unknown as GameInfo;

let at = 0;
/** A game that is over: who won, against which bots. */
const over = (hasWon: boolean, ...bots: string[]): TableInfo => {
  at += 1;
  const names = ["me", ...bots];
  return {
    game: "go",
    updated_at: at,
    outcome: { winners: [hasWon ? 0 : 1] },
    seats: names.map((name, seat) => ({ seat, name, kind: seat === 0 ? "person" : "bot", is_yours: seat === 0 })),
  } as unknown as TableInfo;
};

test("after two wins against a level the next one is offered", () => {
  expect(nextLevel(game, [over(true, "one"), over(true, "one")])).toBe("two");
  expect(nextLevel(game, [over(true, "two", "two"), over(true, "two")])).toBe("three");
});

test("the latest two games count, in whatever order they are told", () => {
  const tables = [over(false, "one"), over(true, "one"), over(true, "one")];
  expect(nextLevel(game, tables)).toBe("two");
  expect(nextLevel(game, [...tables].reverse())).toBe("two");
  expect(nextLevel(game, [...tables, over(false, "one")])).toBeNull();
});

test("nothing is offered after one win, against several levels, at the top, or where a bot won it for us", () => {
  expect(nextLevel(game, [over(true, "one")])).toBeNull();
  expect(nextLevel(game, [over(true, "one"), over(true, "two")])).toBeNull();
  expect(nextLevel(game, [over(true, "three"), over(true, "three")])).toBeNull();
  expect(nextLevel(game, [over(true, "greedy"), over(true, "greedy")])).toBeNull();
  const left = over(true, "one");
  left.seats[0]!.stand_in = "three";
  expect(nextLevel(game, [over(true, "one"), left])).toBeNull();
});

test("people are no level", () => {
  const tables = [over(true, "one"), over(true, "one")];
  tables[1]!.seats[1]!.kind = "person";
  expect(nextLevel(game, tables)).toBeNull();
});
