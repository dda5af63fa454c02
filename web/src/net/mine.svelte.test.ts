import { expect, test } from "vitest";
import type { TableInfo } from "../messages";
import { mine, waitsForMe } from "./mine.svelte";

const table = (id: string, isMyTurn: boolean, updated_at = 0, seat: object = {}): TableInfo =>
  ({
    id,
    status: "running",
    to_move: [isMyTurn ? 0 : 1],
    updated_at,
    seats: [{ is_yours: true, stand_in: null, is_away: false, ...seat }, { is_yours: false }],
  }) as unknown as TableInfo;

test("a table waits for who is to move there, unless a bot plays on", () => {
  expect(waitsForMe(table("a", true))).toBe(true);
  expect(waitsForMe(table("a", false))).toBe(false);
  expect(waitsForMe(table("a", true, 0, { stand_in: "greedy" }))).toBe(false);
  expect(waitsForMe({ ...table("a", true), status: "over" })).toBe(false);
});

test("the next table is the one that has waited longest, and never the open one", () => {
  expect(mine.next("a")).toBeNull();
  for (const info of [table("a", true, 1), table("b", true, 5), table("c", true, 3)]) mine.take(info);
  expect(mine.next("a")?.id).toBe("c");
  mine.take(table("c", false, 9));
  expect(mine.next("a")?.id).toBe("b");
  mine.take({ ...table("b", true), status: "over" });
  expect(mine.next("a")).toBeNull();
  expect(mine.next("x")?.id).toBe("a");
});
