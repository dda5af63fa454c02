import { beforeAll, expect, test } from "vitest";
import { cutAt, type Fact } from "../../review/review";
import { tellFact } from "./reasons";
import { BOARD } from "./testing";
import type { Teller } from "./types";
import { words } from "./words";

beforeAll(() => words.open());

const seats = ["Ann", "Bob"].map((name, seat) => ({ seat, name, kind: "person" }));
const teller = { game: "history", board: BOARD, options: {}, seats, own: null } as unknown as Teller;
const fact: Fact = { kind: "odds", seat: 0, about: {}, best: 0.75, played: 0.4, worlds: 0 };

test("odds are told with the areas that are fought for, which can be shown", () => {
  const told = tellFact(teller, { ...fact, about: { best: "alpha", played: "beta" } });
  expect(told?.text).toBe(
    "The fight is won: 75% (Alpha) with the better move, 40% (Beta) with the one that was played.",
  );
  expect(told?.names).toEqual([
    { name: "Alpha", marks: ["alpha"] },
    { name: "Beta", marks: ["beta"] },
  ]);
});

test("where nobody is fought there is nothing to show", () => {
  const told = tellFact(teller, { ...fact, played: -1, about: { best: "alpha" } });
  expect(told?.text).toBe("The fight is won: 75% (Alpha) with the better move, no fight with the one that was played.");
  expect(told?.names).toEqual([{ name: "Alpha", marks: ["alpha"] }]);
});

test("odds of an older judge, who did not say where, are told all the same", () => {
  const told = tellFact(teller, fact);
  expect(told?.text).toBe("The fight is won: 75% with the better move, 40% with the one that was played.");
  expect(told?.names).toEqual([]);
});

test("points are told of a person, with the region in which they hold more or less", () => {
  const points = { ...fact, kind: "points", seat: 1, best: 12.5, played: 9, worlds: 64 };
  const plain = "Bob has 12.5 points an epoch later after the better move, 9.0 as it was played (mean of 64 worlds).";
  expect(tellFact(teller, points)).toEqual({ text: plain, names: [] });
  const told = tellFact(teller, { ...points, about: { region: "kinki" } });
  expect(told?.text).toBe(`${plain} What is held differs most in Kinki.`);
  expect(cutAt(told!.text, told!.names)[1]).toEqual({ text: "Kinki", marks: ["alpha", "gamma"] });
});

test("provinces are told with their region, whose provinces can be shown", () => {
  const about = { region: "chuubu", colour: "blue" };
  const told = tellFact(teller, { ...fact, kind: "provinces", about, best: 1, played: 0.25, worlds: 64 });
  expect(told?.text).toContain("holds 1.0 provinces of Chuubu an epoch later after the better move, 0.3 as it was");
  expect(told?.names).toEqual([{ name: "Chuubu", marks: ["beta"] }]);
});

test("what a newer judge says and this page does not know is left out", () => {
  expect(tellFact(teller, { ...fact, kind: "weather" })).toBeNull();
});
