import { expect, test } from "vitest";
import { difference, merge } from "./patch";

test("objects are merged, null removes, everything else replaces", () => {
  const before = { a: 1, b: { c: 2, d: 3 }, list: [1, 2] };
  expect(merge(before, { b: { c: 4, d: null }, e: 5, list: [3] })).toEqual({ a: 1, b: { c: 4 }, e: 5, list: [3] });
  expect(before).toEqual({ a: 1, b: { c: 2, d: 3 }, list: [1, 2] });
  expect(merge(before, null)).toBe(before);
});

test("a difference leads from one value to the other", () => {
  const from = { tiles: { k17: { seat: 0 }, l15: { seat: 1 } }, turns: 3, leaders: null };
  const to = { tiles: { l15: { seat: 1 }, m16: { seat: 0 } }, turns: 4, leaders: null };
  expect(difference(from, to)).toEqual({ tiles: { k17: null, m16: { seat: 0 } }, turns: 4, leaders: null });
  expect(merge(from, difference(from, to))).toMatchObject({ tiles: to.tiles, turns: 4 });
});
