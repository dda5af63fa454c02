import { expect, test } from "vitest";
import type { Clocks } from "../messages";
import { formatLeft, secondsLeft } from "./clocks";

test("a clock of three days that has just begun shows three", () => {
  expect(formatLeft(3 * 86400)).toBe("3 days");
  expect(formatLeft(3 * 86400 - 1)).toBe("3 days");
  expect(formatLeft(3 * 86400 - 3600)).toBe("2 days 23 hr");
  expect(formatLeft(86400)).toBe("1 day");
  expect(formatLeft(86399)).toBe("23:59:59");
  expect(formatLeft(59.9)).toBe("0:59");
});

test("the time of a turn runs first, then the time in all, and only for who is to move", () => {
  const clocks: Clocks = { at: 100, running: [0], turn_left: [10, 10], main_left: [60, 60] };
  expect(secondsLeft(clocks, 0, 104)).toBe(6);
  expect(secondsLeft(clocks, 0, 120)).toBe(50);
  expect(secondsLeft(clocks, 0, 999)).toBe(0);
  expect(secondsLeft(clocks, 1, 120)).toBe(10);
});
