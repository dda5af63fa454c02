import { beforeAll, describe, expect, test } from "vitest";
import { loadWords, type LanguageCode } from "../../../words/language.svelte";
import { front } from "../front";
import { LESSONS } from "./lessons";
import { learnWords } from "./words";

const names = front.steps.flatMap((step) => step.lessons);
beforeAll(() => learnWords.open());

test("every lesson but the last has a position, and something good to do in it", () => {
  for (const name of names.filter((name) => name !== "winning")) {
    const { choice, good, tries } = LESSONS[name]!;
    expect(choice.legal.length, name).toBeGreaterThan(0);
    expect(good.length, name).toBeGreaterThan(0);
    for (const text of good) expect(tries[text]?.choice.is_whole, text).toBe(true);
  }
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
