import { expect, test } from "vitest";
import { afterTry, beginner } from "./puzzling";

const puzzle = { id: "1-2-3", rating: 1200 };

test("a right answer raises the rating and the streak, a wrong one ends it", () => {
  const once = afterTry(beginner(), puzzle, true);
  expect(once).toEqual({ rating: 1224, streak: 1, best: 1, done: ["1-2-3"] });
  const wrong = afterTry(once, { id: "1-2-4", rating: 1224 }, false);
  expect(wrong).toEqual({ rating: 1200, streak: 0, best: 1, done: ["1-2-3", "1-2-4"] });
});

test("a hard puzzle is worth more than an easy one", () => {
  const hard = afterTry(beginner(), { id: "1-1-1", rating: 2000 }, true).rating;
  const easy = afterTry(beginner(), { id: "1-1-1", rating: 800 }, true).rating;
  expect(hard).toBeGreaterThan(easy);
  expect(easy).toBeGreaterThan(1200);
});

test("only the first try at a puzzle counts", () => {
  const once = afterTry(beginner(), puzzle, false);
  expect(afterTry(once, puzzle, true)).toBe(once);
});

test("as many are remembered as the server takes", () => {
  let solver = beginner();
  for (let number = 0; number < 250; number++) solver = afterTry(solver, { id: `1-1-${number}`, rating: 1200 }, true);
  expect(solver.done).toHaveLength(100);
  expect(solver.done.at(-1)).toBe("1-1-249");
  expect(solver.streak).toBe(250);
});
