import { expect, test } from "vitest";
import { figure } from "./figure";

test("figures stay where they can be", () => {
  expect([figure(-3, 0, 9), figure(12, 0, 9), figure(Number.NaN, 1, 6), figure(2.4, 1, 6)]).toEqual([0, 9, 1, 2]);
});
