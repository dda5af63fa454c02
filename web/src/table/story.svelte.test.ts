import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyPosition } from "../games/title";
import type { Played } from "../messages";
import { Story, type Chapter } from "./story.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entryOf = (number: number): Played => ({ number, at: 0, kind: "played", seat: 1, by: "bot", plies: [] });
const beatOf = (name: string, milliseconds = 100) => ({
  position: { game: name } as AnyPosition,
  marks: [],
  plies: [],
  milliseconds,
});

function told(): { story: Story<AnyPosition>; heard: string[] } {
  const heard: string[] = [];
  const story = new Story<AnyPosition>({
    begin: ({ entry }) => heard.push(`turn ${entry.number}`),
    show: ({ position }) => heard.push(position.game),
  });
  return { story, heard };
}
const chapter = (number: number, ...beats: string[]): Chapter<AnyPosition> => ({
  entry: entryOf(number),
  beats: beats.map((name) => beatOf(name)),
});

test("turns are told one after another, and only then it goes on", () => {
  const { story, heard } = told();
  story.add(chapter(1, "a", "b"));
  story.add(chapter(2, "c"));
  story.then(() => heard.push("your turn"));
  expect(heard).toEqual(["turn 1", "a"]);
  expect(story.entry?.number).toBe(1);
  vi.advanceTimersByTime(100);
  expect(story.beat?.position.game).toBe("b");
  vi.advanceTimersByTime(100);
  expect(story.entry?.number).toBe(2);
  expect(heard).toEqual(["turn 1", "a", "b", "turn 2", "c"]);
  vi.advanceTimersByTime(100);
  expect(heard.at(-1)).toBe("your turn");
  expect([story.isTelling, story.beat]).toEqual([false, null]);
});

test("a turn without anything to show is said in its place", () => {
  const { story, heard } = told();
  story.add(chapter(1));
  expect([story.isTelling, heard]).toEqual([false, ["turn 1"]]);
  story.add(chapter(2, "a"));
  story.add(chapter(3));
  expect(heard).toEqual(["turn 1", "turn 2", "a"]);
  vi.advanceTimersByTime(100);
  expect(heard).toEqual(["turn 1", "turn 2", "a", "turn 3"]);
});

test("what is skipped is still said, once and in order", () => {
  const { story, heard } = told();
  story.add(chapter(1, "a", "b"));
  story.add(chapter(2, "c"));
  story.then(() => heard.push("your turn"));
  story.skip();
  expect(heard).toEqual(["turn 1", "a", "turn 2", "your turn"]);
  vi.advanceTimersByTime(1000);
  expect(heard).toHaveLength(4);
  story.skip();
  expect(heard).toHaveLength(4);
});

test("who was away long sees where the game is", () => {
  const { story, heard } = told();
  for (let number = 1; number <= 9; number += 1) story.add(chapter(number, `shown ${number}`));
  expect(heard.filter((word) => word.startsWith("turn"))).toHaveLength(9);
  expect(story.entry?.number).toBe(9);
});

test("nothing is told once the table is left", () => {
  const { story, heard } = told();
  story.add(chapter(1, "a", "b"));
  story.then(() => heard.push("your turn"));
  story.close();
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual(["turn 1", "a"]);
});
