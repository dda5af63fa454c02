import { expect, test } from "vitest";
import { figureOf, orderTiles, parseToken, spacesOf, tileOf } from "./tokens";

test("tokens are taken apart", () => {
  expect(parseToken("b4@k17")).toEqual({ kind: "tile", tile: "b4", space: "k17" });
  expect(parseToken("r@o10")).toEqual({ kind: "put", caste: "rice", space: "o10" });
  expect(parseToken("x:l16.b=o10.r")).toEqual({
    kind: "switch",
    first: { space: "l16", caste: "buddha" },
    second: { space: "o10", caste: "rice" },
  });
  expect(parseToken("x:l16.b")).toMatchObject({ kind: "switch", second: null });
  expect(parseToken("=o10.c")).toEqual({ kind: "switch-second", second: { space: "o10", caste: "castle" } });
  expect(parseToken("m:k17>l15")).toEqual({ kind: "move", from: "k17", to: "l15" });
  expect(parseToken(">l15")).toEqual({ kind: "move-to", to: "l15" });
  expect(parseToken("x:same")).toEqual({ kind: "same" });
  expect(parseToken("h2")).toEqual({ kind: "choose", tile: "h2" });
  expect(parseToken("pass")).toEqual({ kind: "pass" });
  expect(parseToken("?")).toEqual({ kind: "other" });
});

test("a token names its tile and its spaces", () => {
  expect(tileOf("x:same")).toBe("x");
  expect(tileOf("m:k17>l15")).toBe("m");
  expect(tileOf("r@o10")).toBeNull();
  expect(spacesOf("x:l16.b=o10.r")).toEqual(["l16", "o10"]);
  expect(spacesOf("done")).toEqual([]);
});

test("hands are in the order of the rules, strongest first", () => {
  expect(orderTiles(["m", "h1", "c2", "b3", "b4", "x", "h2"])).toEqual(["b4", "b3", "c2", "h2", "h1", "x", "m"]);
});

test("castles are helmets in the words of 1998", () => {
  expect(figureOf("c4")).toBe("castle");
  expect(figureOf("c4", true)).toBe("helmet");
});
