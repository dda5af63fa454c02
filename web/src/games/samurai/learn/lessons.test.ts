import { beforeAll, describe, expect, test } from "vitest";
import { loadWords, type LanguageCode } from "../../../words/language.svelte";
import { front } from "../front";
import { merge } from "../../../table/patch";
import { LESSONS } from "./lessons";
import { keepTaken, takenBefore } from "./taken.svelte";
import { learnWords } from "./words";

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, each) => all + each, 0);
const names = front.steps.flatMap((step) => step.lessons);
beforeAll(() => learnWords.open());

test("every lesson but the last has a position, and something good to do in it", () => {
  for (const name of names.filter((name) => name !== "winning")) {
    const { choice, good, tries } = LESSONS[name]!;
    expect(choice.legal.length, name).toBeGreaterThan(0);
    expect(Object.keys(good).length, name).toBeGreaterThan(0);
    for (const text of Object.keys(good)) expect(tries[text]?.choice.is_whole, text).toBe(true);
  }
});

test("what a good turn plays is gone from the hand, and what it takes is counted", () => {
  for (const [name, { position, good, tries }] of Object.entries(LESSONS)) {
    for (const [text, changes] of Object.entries(good)) {
      const before = position.seats["0"]!;
      const after = merge(position, changes).seats["0"]!;
      const played = text.split(" ").length;
      expect(after.hand!.length, name).toBe(before.hand!.length - played);
      const taken = tries[text]!.takes.filter(({ taker }) => taker === 0).length;
      expect(sum(after.captured!) - sum(before.captured!), name).toBe(taken);
    }
  }
});

test("what was taken stays from lesson to lesson, and counts once", () => {
  const rice = { space: "o14", piece: "rice", taker: 0 };
  keepTaken("edo", [rice, { ...rice, piece: "castle", taker: 1 }]);
  keepTaken("edo", [rice]);
  keepTaken("ship", [rice]);
  expect(takenBefore("switch")).toEqual({ rice: 2 });
  expect(takenBefore("ship")).toEqual({ rice: 1 });
});

describe.each<LanguageCode>(["en", "de", "ja"])("in %s", (code) => {
  beforeAll(() => loadWords(code));

  test("every lesson has its text", () => {
    expect(Object.keys(learnWords.now.lessonTexts).sort()).toEqual([...names].sort());
  });

  test("the rules have the same chapters and pictures in every language", () => {
    expect(learnWords.now.ruleSections.map((section) => section.picture)).toEqual([
      "edo",
      "tiles",
      "",
      "ship",
      "tie",
      "",
      "",
    ]);
    for (const { title, text } of learnWords.now.ruleSections) expect(title && text.every(Boolean)).toBeTruthy();
  });
});
