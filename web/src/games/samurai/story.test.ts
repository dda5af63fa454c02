import { expect, test } from "vitest";
import type { PlyInfo } from "../../messages";
import { story } from "./story";
import { plyOf, positionOf, tellerOf } from "./testing";
import type { SamuraiPosition } from "./types";

const contest = (leader: number | null, margin = 1) => ({ influence: [margin, 0], leader, margin });
const seatOf = (captured: SamuraiPosition["seats"][string]["captured"], hand: string[] | null = null) => ({
  hand,
  unseen: [],
  hand_size: 5,
  stack_size: 10,
  captured,
});
const BEFORE = positionOf({
  tiles: { o13: { seat: 1, tile: "s2" } },
  settlements: {
    o14: { pieces: { buddha: contest(0), rice: contest(0) }, open: ["p14"] },
    q15: { pieces: { castle: contest(null, 0) }, open: ["p14", "o13"] },
  },
  seats: { "0": seatOf({ buddha: 1, rice: 0 }, ["b2"]), "1": seatOf(null) },
  aside: { buddha: 0 },
  left: { buddha: 3, rice: 3 },
});
const AFTER = positionOf({
  ...BEFORE,
  tiles: { ...BEFORE.tiles, p14: { seat: 1, tile: "r3" } },
  settlements: {
    o14: { pieces: {}, open: [] },
    q15: { pieces: { castle: contest(1, 2) }, open: ["o13"] },
  },
  seats: { "0": seatOf({ buddha: 1, rice: 1 }, ["s3"]), "1": seatOf(null) },
  aside: { buddha: 1 },
  left: { buddha: 2, rice: 2 },
});
const TAKES: PlyInfo["takes"] = [
  { space: "o14", piece: "rice", taker: 0 },
  { space: "o14", piece: "buddha", taker: null },
];
const castes = (position: SamuraiPosition, space: string) => Object.keys(position.settlements[space]!.pieces).sort();
const told = (seat: number, tokens: string[], takes = TAKES, after = AFTER) =>
  story(tellerOf(), [plyOf("turn", seat, tokens, takes)], BEFORE, after);

test("tiles are laid, the settlement falls, and its pieces leave one after another", () => {
  const beats = told(1, ["r3@p14", "done"]);
  expect(beats.map(({ plies }) => plies.flatMap(({ tokens, takes }) => [...tokens, ...takes]))).toEqual([
    ["r3@p14"],
    [],
    [TAKES[0]],
    [TAKES[1]],
    [],
  ]);
  const [laid, falls, first, second, end] = beats.map(({ position }) => position);
  expect(laid!.tiles.p14).toEqual({ seat: 1, tile: "r3" });
  expect(laid!.settlements.q15!.pieces.castle).toEqual(contest(null, 0));
  expect([castes(falls!, "o14"), falls!.settlements.o14!.open]).toEqual([["buddha", "rice"], []]);
  expect(falls!.settlements.q15!.pieces.castle).toEqual(contest(1, 2));
  expect(falls!.settlements.o14!.pieces.rice!.leader).toBe(0);
  expect([castes(first!, "o14"), first!.seats["0"]!.captured!.rice, first!.left.rice]).toEqual([["buddha"], 0, 2]);
  expect([castes(second!, "o14"), second!.seats["0"]!.captured!.rice, second!.aside.buddha]).toEqual([[], 1, 0]);
  expect(end).toBe(AFTER);
});

test("what is hidden stays hidden while it is told", () => {
  const takes = [{ space: "o14", piece: "rice", taker: 1 }];
  for (const { position } of told(1, ["r3@p14"], takes)) expect(position.seats["1"]!.captured).toBe(null);
});

test("of the own turn only what it took is told: its tiles lie there already", () => {
  const beats = told(0, ["r3@p14"]);
  expect(beats[0]!.position.tiles.p14).toEqual({ seat: 1, tile: "r3" });
  expect(beats[0]!.position.seats["0"]!.hand).toEqual(["s3"]);
  expect(beats.flatMap(({ plies }) => plies.flatMap(({ tokens }) => tokens))).toEqual([]);
  expect(told(0, ["r3@p14"], [])).toEqual([]);
});

test("both settlements of a switch are marked, before and after", () => {
  const after = positionOf({
    ...BEFORE,
    settlements: {
      o14: { pieces: { castle: contest(1), rice: contest(0) }, open: ["p14"] },
      q15: { pieces: { buddha: contest(0) }, open: ["p14", "o13"] },
    },
  });
  const [before, switched] = told(1, ["x:o14.b=q15.c"], [], after);
  expect([before!.marks, switched!.marks]).toEqual([
    ["o14", "q15"],
    ["o14", "q15"],
  ]);
  expect(castes(before!.position, "o14")).toEqual(["buddha", "rice"]);
  expect(castes(switched!.position, "o14")).toEqual(["castle", "rice"]);
  expect(switched!.position.settlements.q15!.pieces).toEqual({ buddha: contest(0) });
});

test("a moved tile is somewhere else, and the move lies where it was", () => {
  const [before, moved] = told(1, ["m:o13>p14"], []);
  expect(before!.marks).toEqual(["o13"]);
  expect(moved!.position.tiles).toMatchObject({ o13: { seat: 1, tile: "m" }, p14: { seat: 1, tile: "s2" } });
});

test("dealing and choosing have nothing to show; a piece that is put has", () => {
  expect(story(tellerOf(), [plyOf("hand", 1, ["?"])], BEFORE, AFTER)).toEqual([]);
  expect(story(tellerOf(), [plyOf("deal", -1, []), plyOf("setup", -1, [])], BEFORE, AFTER)).toEqual([]);
  const [beat] = story(tellerOf(), [plyOf("put", 1, ["c@q15"])], BEFORE, AFTER);
  expect([beat!.marks, beat!.position]).toEqual([["q15"], AFTER]);
});
