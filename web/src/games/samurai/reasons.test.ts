import { beforeAll, expect, test } from "vitest";
import { tellFact } from "./reasons";
import type { Teller } from "./types";
import { words } from "./words";

beforeAll(() => words.open());

const seats = ["Ann", "Bob"].map((name, seat) => ({ seat, name, kind: "person" }));
const board = { spaces: [{ name: "k9", place: "Kyoto", near: [] }] };
const teller = { game: "samurai", board, options: {}, seats, own: null } as unknown as Teller;
const fact = { seat: 1, best: 0.75, played: 0.25, worlds: 128 };

test("a piece is told with its place, which can be shown", () => {
  const told = tellFact(teller, { ...fact, kind: "piece", about: { settlement: "k9", caste: "rice" } });
  expect(told?.text).toBe("Bob takes rice in Kyoto in 96 of 128 worlds after the better turn, in 32 as it was played.");
  expect(told?.names).toEqual([{ name: "Kyoto", marks: ["k9"] }]);
});

test("a leadership, and a tile that is kept", () => {
  const leads = tellFact(teller, { ...fact, kind: "leadership", about: { caste: "castle" } });
  expect(leads?.text).toBe("Bob leads in castle in 96 of 128 worlds after the better turn, in 32 as it was played.");
  expect(leads?.names, "an older judge did not say where").toEqual([]);
  const where = tellFact(teller, { ...fact, kind: "leadership", about: { caste: "castle", settlements: "k9 b4" } });
  expect(where?.names).toEqual([{ name: "castle", marks: ["k9", "b4"] }]);
  const kept = tellFact(teller, { seat: 0, best: 1, played: 0, worlds: 0, kind: "kept", about: { tile: "s3" } });
  expect(kept?.text).toBe("Of the tile Samurai 3, Ann keeps 1 after the better turn, 0 as it was played.");
});

test("what a newer judge says and this page does not know is left out", () => {
  expect(tellFact(teller, { ...fact, kind: "weather", about: {} })).toBeNull();
});
