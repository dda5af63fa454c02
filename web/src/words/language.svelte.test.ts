import { beforeEach, expect, test, vi } from "vitest";
import type { LanguageCode } from "./language.svelte";

type Words = typeof import("./language.svelte");
let words: Words;
beforeEach(async () => {
  vi.resetModules();
  words = await import("./language.svelte");
});

/** Words that arrive when the test says so. */
function slow() {
  const waiting: [LanguageCode, (words: string) => void][] = [];
  const load = (code: LanguageCode) => () => new Promise<string>((resolve) => waiting.push([code, resolve]));
  return {
    catalogue: new words.Catalogue({ en: load("en"), de: load("de"), ja: load("ja") }),
    arrive: async (code: LanguageCode): Promise<void> => {
      for (const [which, resolve] of waiting) if (which === code) resolve(`words in ${code}`);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test("English is there from the start", () => {
  expect(words.language.code).toBe("en");
  expect(words.language.words.playNow).toBe("Play now");
});

test("words that nobody has opened are a mistake in the page, and not an empty text", () => {
  expect(() => slow().catalogue.now).toThrow("not been opened");
});

test("all that is open changes its language at once", async () => {
  const { catalogue, arrive } = slow();
  const opening = catalogue.open();
  await arrive("en");
  await opening;
  const changing = words.loadWords("de");
  await arrive("en");
  expect(words.language.words.playNow).toBe("Play now");
  expect(catalogue.now).toBe("words in en");
  await arrive("de");
  await changing;
  expect(words.language.code).toBe("de");
  expect(words.language.words.playNow).toBe("Jetzt spielen");
  expect(catalogue.now).toBe("words in de");
});

test("if several languages are asked for, the last one stays, whichever comes first", async () => {
  const { catalogue, arrive } = slow();
  const opening = catalogue.open();
  await arrive("en");
  await opening;
  const german = words.loadWords("de");
  const japanese = words.loadWords("ja");
  await arrive("ja");
  await japanese;
  await arrive("de");
  await german;
  expect(words.language.code).toBe("ja");
  expect(catalogue.now).toBe("words in ja");
});

test("what is opened while the language changes is opened in the new one", async () => {
  const { catalogue, arrive } = slow();
  const opening = catalogue.open();
  const changing = words.loadWords("ja");
  await arrive("ja");
  await changing;
  await arrive("en");
  await opening;
  expect(catalogue.now).toBe("words in ja");
});

test("a language that cannot be loaded leaves the one that is there, also for what is opened later", async () => {
  const broken = new words.Catalogue<string>({
    en: async () => "words in en",
    de: () => Promise.reject(new Error("no network")),
    ja: async () => "words in ja",
  });
  await broken.open();
  await expect(words.loadWords("de")).rejects.toThrow("no network");
  expect(words.language.code).toBe("en");
  const { catalogue, arrive } = slow();
  const opening = catalogue.open();
  await arrive("en");
  await opening;
  expect(catalogue.now).toBe("words in en");
});

test("lists are written as the language writes them", async () => {
  expect(words.listed(["a", "b", "c"])).toBe("a, b, and c");
  await words.loadWords("de");
  expect(words.listed(["a", "b", "c"])).toBe("a, b und c");
  await words.loadWords("ja");
  expect(words.listed(["a", "b", "c"])).toBe("a、b、c");
});

test("figures have the point or the comma of their language, and a true minus", async () => {
  expect(words.decimal(-20.94)).toBe("−20.9");
  await words.loadWords("de");
  expect(words.decimal(20.94)).toBe("20,9");
  expect(words.decimal(-3)).toBe("−3,0");
});
