import { beforeAll, describe, expect, test } from "vitest";
import { loadWords, type LanguageCode } from "../words/language.svelte";
import { allFronts, frontOf, loadFronts, openTitle } from ".";

type Files = Record<string, string>;
const shell: Files = import.meta.glob(
  ["../{pages,parts,net,table,words,style}/**/*", "../*.{ts,svelte}", "!../messages.ts"],
  { query: "?raw", import: "default", eager: true },
);
const titles: Files = import.meta.glob("./*/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const names = Object.keys(titles).flatMap((file) => /^\.\/(\w+)\/title\.ts$/.exec(file)?.[1] ?? []);
const imports = (text: string): string[] =>
  [...text.matchAll(/(?:from |import |import\()"([^"]+)"/g)].map((found) => found[1]!);

beforeAll(loadFronts);

test("the shell names no game", () => {
  expect(names).toContain("samurai");
  for (const folder of ["pages", "parts", "net", "table", "words", "style"])
    expect(Object.keys(shell).filter((file) => file.startsWith(`../${folder}/`)).length, folder).toBeGreaterThan(2);
  // The browser's own history is none of ours, so a name counts where it is a path or a text.
  const named = new RegExp(`samurai|["'\`/](${names.join("|")})["'\`/]`, "i");
  expect(Object.keys(shell).filter((file) => named.test(shell[file]!))).toEqual([]);
});

test("the shell reaches games through their list and their types, and titles do not reach each other", () => {
  const inShell = Object.entries(shell).flatMap(([, text]) => imports(text).filter((path) => /\/games\/\w/.test(path)));
  expect(new Set(inShell)).toEqual(new Set(["../games/title"]));
  for (const [file, text] of Object.entries(titles)) {
    const others = names.filter((name) => name !== file.split("/")[1]);
    expect(
      imports(text).filter((path) => others.some((name) => path.includes(`/${name}/`))),
      file,
    ).toEqual([]);
  }
});

test("the server's types and figures of a game are read in one file of its folder", () => {
  const own =
    /import type \{[^}]*\b(Samurai\w*|SpaceInfo|TileInfo|Contest|SettlementOnBoard|Take|History\w*|AreaOnMap)\b[^}]*\} from "[./]*messages"/;
  const types = ["./history/types.ts", "./samurai/types.ts"];
  expect(Object.keys(titles).filter((file) => own.test(titles[file]!))).toEqual(types);
  expect(Object.keys(titles).filter((file) => /\bgame\??\.board\b/.test(titles[file]!))).toEqual(types);
});

test("a game without a folder is none that the page can open", async () => {
  expect(await openTitle("chess")).toBeNull();
  expect(frontOf("chess")).toBeNull();
});

test("every folder has a front and a title of its name, with drawings that nobody else has", async () => {
  expect(new Set(allFronts().map((front) => front.name))).toEqual(new Set(names));
  const ids = allFronts().flatMap(({ drawings }) => [...drawings.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]));
  expect(new Set(ids).size).toBe(ids.length);
  const steps = allFronts().flatMap((front) => front.steps.map((step) => step.name));
  expect(new Set(steps).size).toBe(steps.length);
  for (const { name, drawings } of allFronts()) {
    for (const id of [...drawings.matchAll(/ id="([^"]+)"/g)])
      expect(id[1], name).toMatch(new RegExp(`^(i-)?${name}-`));
  }
});

describe.each<LanguageCode>(["en", "de", "ja"])("in %s", (code) => {
  beforeAll(() => loadWords(code));

  test("a front has words for all that it offers", () => {
    for (const { words, steps, presets } of allFronts()) {
      for (const { name } of presets) {
        expect(words.now.presets[name]?.name, name).toBeTruthy();
        expect(words.now.presets[name]?.help, name).toBeTruthy();
      }
      for (const { name } of steps) {
        expect(words.now.lessonTitles[name], name).toBeTruthy();
        expect(words.now.lessonAbouts[name], name).toBeTruthy();
      }
      expect(words.now.headline && words.now.intro && words.now.overlay).toBeTruthy();
    }
  });
});
