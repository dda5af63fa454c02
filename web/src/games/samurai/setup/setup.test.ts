import { expect, test } from "vitest";
import type { SamuraiInfo, SpaceInfo } from "../types";
import {
  draw,
  emptyBoard,
  handSize,
  piecesLeft,
  placesOf,
  scatter,
  tilesLeft,
  togglePiece,
  toggleTile,
  write,
} from "./setup";

const space = (name: string, kind: SpaceInfo["kind"], capacity = 0, players = 2): SpaceInfo =>
  ({ name, kind, capacity, players }) as SpaceInfo;
const tile = (code: string, copies: number, goes_on: "land" | "sea" | "none") => ({ code, copies, goes_on });
const info = {
  hand_size: 5,
  pieces_by_players: { "2": 3 },
  tiles: [
    tile("b4", 1, "land"),
    tile("s2", 2, "land"),
    tile("h1", 2, "sea"),
    tile("x", 1, "none"),
    tile("m", 1, "none"),
  ],
  spaces: [
    space("o14", "edo", 3),
    space("q9", "village", 1),
    space("l16", "city", 2),
    space("o8", "city", 2),
    space("k17", "land"),
    space("k18", "land", 0, 3),
    space("r10", "sea"),
  ],
} as unknown as SamuraiInfo;

test("an empty board has the capital's pieces and all tiles", () => {
  const it = emptyBoard(info, 2);
  expect(it.pieces).toEqual({ o14: ["buddha", "rice", "castle"] });
  expect(piecesLeft(info, it, "rice")).toBe(2);
  expect(tilesLeft(info, it, 1)).toEqual(["b4", "s2", "s2", "h1", "h1", "x", "m"]);
  expect(handSize(info, it, 1)).toBe(5);
});

test("tiles lie where they can, and go when they are picked again", () => {
  const it = emptyBoard(info, 2);
  expect(placesOf(info, it, "b4")).toEqual(["k17"]);
  expect(placesOf(info, it, "m")).toEqual(["k17"]);
  expect(placesOf(info, it, "h1")).toEqual(["r10"]);
  const laid = toggleTile(it, "k17", 1, "s2");
  expect(tilesLeft(info, laid, 1)).toEqual(["b4", "s2", "h1", "h1", "x", "m"]);
  expect(placesOf(info, laid, "b4")).toEqual([]);
  expect(toggleTile(laid, "k17", 0, "b4").tiles).toEqual({});
});

test("a settlement has no more pieces than room, and none twice", () => {
  let it = togglePiece(info, emptyBoard(info, 2), "q9", "rice")!;
  expect(togglePiece(info, it, "q9", "castle")).toBeNull();
  it = togglePiece(info, it, "q9", "rice")!;
  expect(it.pieces["q9"]).toEqual([]);
});

test("the rest is scattered on what has room", () => {
  const it = scatter(info, emptyBoard(info, 2), () => 0.5);
  expect([it.pieces["q9"]?.length, it.pieces["l16"]?.length, it.pieces["o8"]?.length]).toEqual([1, 2, 2]);
  expect(Object.keys(draw(info, it).settlements)).toEqual(["o14", "q9", "l16", "o8"]);
});

test("the record tells who began, and what is not known", () => {
  let it = { ...emptyBoard(info, 2), mover: 1, turn: 8, own: 1, hand: ["b4", "x"] };
  it = { ...toggleTile(it, "k17", 0, "s2"), gone: [true, false] };
  expect(write(info, it).split("\n").slice(2)).toEqual([
    '[First "red"]',
    "",
    "position 8 blue",
    "pieces b@o14 r@o14 c@o14 ; aside 0b 0r 0c",
    "board red s2@k17 ; taken 0b 0r 0c ; gone x",
    "board blue ; taken 0b 0r 0c",
    "holds red ? ? ? ? ?",
    "holds blue b4 x",
    "",
  ]);
});
