import { expect, test } from "vitest";
import type { HistoryInfo } from "../types";
import { areasFor, change, changeColour, coloursOf, emptyMap, groupsOf, write } from "./setup";

const card = (id: string, colour: string, in_four = true) => ({ id, colour, in_four });
const info = {
  colours: ["red", "blue", "gold", "green", "purple", "teal"],
  provinces: [{ id: "kaga" }, { id: "musashi" }, { id: "satsuma" }],
  sea_zones: [{ id: "west_seto" }],
  unused_by_four: ["satsuma"],
  events: [card("e1", "white"), card("e2", "white", false), card("e7", "brown")],
} as unknown as HistoryInfo;

test("two and three persons play six colours", () => {
  expect([2, 3, 4, 5, 6].map((players) => coloursOf(info, players).length)).toEqual([6, 6, 4, 5, 6]);
});

test("with four players some areas and cards are out of play", () => {
  expect(areasFor(info, 4).map(({ id }) => id)).toEqual(["kaga", "musashi", "west_seto"]);
  expect(areasFor(info, 5)).toHaveLength(4);
  expect(groupsOf(info, 4).map((group) => group.map(({ id }) => id))).toEqual([["e1"], ["e7"]]);
  expect(groupsOf(info, 5)[0]).toHaveLength(2);
});

test("who has an area has a counter there, and nobody has none", () => {
  let it = change(emptyMap(info, 4), "kaga", { owner: "red" });
  expect(it.areas["kaga"]!.counters).toBe(1);
  it = change(it, "kaga", { counters: 3, current: true, castle: true });
  it = change(it, "kaga", { owner: "" });
  expect(it.areas["kaga"]).toEqual({ owner: "", counters: 0, castle: true, place: "", current: false });
});

test("it is written as a record that begins in the middle", () => {
  let it = { ...emptyMap(info, 4), epoch: 3, markers: { sakai: "kaga", hakata: "" } };
  it = change(it, "musashi", { owner: "red", counters: 2, castle: true, place: "capital" });
  it = change(it, "west_seto", { owner: "gold", current: true });
  it = change(it, "kaga", { place: "city" });
  it = changeColour(it, 0, { points: 34, strength: 22, last: 4, cards: ["e1", ""], played: [true, false] });
  expect(write(info, it)).toBe(
    [
      '[Game "history"]',
      '[Options "players=4"]',
      "",
      "position 3 ; empty kaga+city ; sakai kaga",
      "board red musashi*2+castle+capital ; points 34 ; strength 22 ; last 4 ; played e1",
      "board blue ; points 0 ; strength 0 ; last 2",
      "board gold west_seto*1+current ; points 0 ; strength 0 ; last 3",
      "board green ; points 0 ; strength 0 ; last 4",
      "deal red e1 ?",
      "deal blue ? ?",
      "deal gold ? ?",
      "deal green ? ?",
      "",
    ].join("\n"),
  );
});

test("where a person has several colours, the person stands before them", () => {
  const lines = write(info, emptyMap(info, 3)).split("\n");
  expect(lines.filter((line) => line.startsWith("board")).map((line) => line.split(" ")[1])).toEqual([
    "red",
    "blue",
    "gold",
    "red/green",
    "blue/purple",
    "gold/teal",
  ]);
});
