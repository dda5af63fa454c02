import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyPosition, AnyTeller } from "../games/title";
import type { PlyInfo, PuzzleReplies } from "../messages";
import { beatsOf, Course } from "./course.svelte";

const ply = (seat: number): PlyInfo => ({ seat, line: "", kind: "turn", tokens: [`t${seat}`], takes: [], draws: [] });
const replies = {
  start: { game: "g", seen: 0 },
  steps: [1, 2, 0].map((seat, n) => ({ ply: ply(seat), changes: { seen: n + 1 } })),
  outcome: null,
} as unknown as PuzzleReplies;
const teller = { game: "g", board: null, options: {}, seats: [], own: 1 } as unknown as AnyTeller;
const title = { marksOf: (plies: PlyInfo[]) => plies.map(({ seat }) => `m${seat}`) };

function begin(): { course: Course; shown: string[] } {
  const shown: string[] = [];
  const course = new Course(replies, { title, teller, show: (plies) => shown.push(plies[0]!.tokens[0]!) });
  return { course, shown };
}
const seen = (course: Course): unknown => (course.position as unknown as { seen: number }).seen;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("it is told ply by ply to its end", () => {
  const { course, shown } = begin();
  expect([course.at, course.ply, seen(course), course.marks]).toEqual([0, null, 0, []]);
  course.play();
  expect([course.at, course.isTelling, shown]).toEqual([1, true, ["t1"]]);
  vi.advanceTimersByTime(1500);
  expect([course.at, shown, seen(course), course.marks]).toEqual([2, ["t1", "t2"], 2, ["m2"]]);
  vi.runAllTimers();
  expect([course.at, course.isTelling, course.isAtEnd, seen(course)]).toEqual([3, false, true, 3]);
});

test("a step goes on or back and leaves off telling", () => {
  const { course, shown } = begin();
  course.play();
  course.go(3, true);
  expect([course.at, course.isTelling, seen(course)]).toEqual([3, false, 3]);
  course.go(1, true);
  expect([course.at, seen(course), shown]).toEqual([1, 1, ["t1"]]);
  course.go(2, true);
  expect([course.isTelling, shown]).toEqual([true, ["t1", "t2"]]);
  course.go(99, true);
  expect(course.at).toBe(3);
  course.go(-5, true);
  expect(course.at).toBe(0);
});

test("where nothing shall move a step shows how it is then", () => {
  const { course, shown } = begin();
  course.go(1, false);
  expect([course.at, course.isTelling, seen(course), shown]).toEqual([1, false, 1, []]);
});

test("our own turn is told like everybody's", () => {
  const story = vi.fn((_teller: AnyTeller, plies: PlyInfo[], _before: AnyPosition, position: AnyPosition) => [
    { position, marks: [], plies, milliseconds: 10 },
  ]);
  const beats = beatsOf({ ...title, story }, teller, ply(1), { game: "a" }, { game: "b" });
  expect(story.mock.calls[0]![0].own).toBeNull();
  expect(beats).toEqual([{ position: { game: "b" }, marks: [], plies: [ply(1)], milliseconds: 10 }]);
});
