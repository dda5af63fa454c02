import { expect, test } from "vitest";
import { areaOf, numberOf, parseToken, seatOf } from "./tokens";

test("every kind of move is told apart", () => {
  expect(parseToken("kaga")).toEqual({ kind: "place", area: "kaga" });
  expect(parseToken("kaga:own")).toEqual({ kind: "own", area: "kaga" });
  expect(parseToken("castle:kaga")).toEqual({ kind: "castle", area: "kaga" });
  expect(parseToken("capital:settsu")).toEqual({ kind: "capital", area: "settsu" });
  expect(parseToken("capital:none")).toEqual({ kind: "none" });
  expect(parseToken("region:kinki")).toEqual({ kind: "region", region: "kinki" });
  expect(parseToken("e31")).toEqual({ kind: "event", event: "e31" });
  expect(parseToken("echizen")).toEqual({ kind: "place", area: "echizen" });
  expect(parseToken("blue")).toEqual({ kind: "give", colour: "blue" });
  for (const word of ["keep", "ready", "end"] as const) expect(parseToken(word)).toEqual({ kind: word });
});

test("a move has an area or none", () => {
  expect(["kaga", "castle:kaga", "e31", "end", "region:kinki"].map(areaOf)).toEqual(["kaga", "kaga", null, null, null]);
});

test("colours go round the table", () => {
  expect(numberOf("teal")).toBe(5);
  expect(["red", "blue", "gold", "green", "purple", "teal"].map((colour) => seatOf(colour, 3))).toEqual([
    0, 1, 2, 0, 1, 2,
  ]);
  expect(seatOf("purple", 5)).toBe(4);
});
