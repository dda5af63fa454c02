import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Choice, PreviewResult } from "../../messages";
import { Staging } from "../../table/staging.svelte";
import { SamuraiPicking } from "./picking.svelte";
import { BOARD, positionOf } from "./testing";
import type { SamuraiPosition, SamuraiStaging, Take } from "./types";
import { words } from "./words";

vi.mock("../../net/session.svelte", () => ({ session: { preferences: { sound: false, overlay: true } } }));

beforeAll(() => words.open());
beforeEach(() => localStorage.clear());

interface Told {
  legal?: string[];
  isWhole?: boolean;
  takes?: Take[];
  changes?: Record<string, unknown>;
}

/** A decision, and what the server would say about each beginning of a turn. */
function decide(legal: string[], position: Partial<SamuraiPosition>, answers: Record<string, Told> = {}) {
  const asked: string[] = [];
  const choice: Choice = { seat: 0, version: 1, legal, is_whole: false };
  const staging: SamuraiStaging = new Staging<SamuraiPosition, SamuraiPicking>(
    {
      position: () => shown,
      choice: () => choice,
      preview: async (moves): Promise<PreviewResult> => {
        asked.push(moves);
        const { legal = [], isWhole = true, takes = [], changes = {} } = answers[moves] ?? {};
        return { moves, choice: { ...choice, legal, is_whole: isWhole }, changes, takes, ends: null };
      },
      act: async () => {},
      storage: () => "turn",
    },
    (staging) => new SamuraiPicking(staging, BOARD),
  );
  const shown = positionOf(position);
  staging.refresh();
  return { staging, picking: staging.picking, asked };
}
const hand = (tiles: string[]): Partial<SamuraiPosition> => ({
  seats: { "0": { hand: tiles, hand_size: tiles.length, stack_size: 0, captured: null, unseen: [] } },
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("a tile lights the spaces where it can go, and lies where it is put", async () => {
  const { staging, picking } = decide(["b4@p14", "b4@o13", "h1@r15"], hand(["h1", "b4"]), {
    "b4@p14": { legal: ["h1@r15"] },
  });
  expect(picking.hand.map(({ tile }) => tile)).toEqual(["b4", "h1"]);
  expect([...picking.targets.keys()]).toEqual([]);
  picking.select(0);
  expect([...picking.targets.keys()]).toEqual(["p14", "o13"]);
  picking.pick("r15");
  expect(staging.moves).toEqual([]);
  picking.pick("p14");
  expect(staging.moves).toEqual(["b4@p14"]);
  expect(picking.stagedTiles).toEqual([{ space: "p14", seat: 0, tile: "b4" }]);
  await settled();
  expect(picking.hand).toEqual([
    { tile: "b4", isUsed: true, isPlayable: false },
    { tile: "h1", isUsed: false, isPlayable: true },
  ]);
  expect(picking.playableTiles).toEqual(["h1"]);
});

test("of two equal tiles one is used when one is laid out", () => {
  const { staging, picking } = decide(["s1@p14"], hand(["s1", "s1"]));
  staging.stage("s1@p14");
  expect(picking.hand.map(({ isUsed }) => isUsed)).toEqual([true, false]);
});

test("the pointer shows a ghost of the tile, and what would fall", async () => {
  const takes = [{ space: "o14", piece: "rice", taker: 0 }];
  const { staging, picking } = decide(["r3@p14"], hand(["r3"]), { "r3@p14": { takes } });
  picking.select(0);
  picking.hover("o13");
  expect(picking.ghost).toBeNull();
  picking.hover("p14");
  expect(picking.ghost).toEqual({ space: "p14", seat: 0, tile: "r3" });
  await staging.ask("r3@p14");
  expect(picking.takes).toEqual(takes);
  picking.hover(null);
  expect(picking.takes).toEqual([]);
});

test("a move tile is two steps, the first of which can be put back", async () => {
  const { staging, picking, asked } = decide(
    ["m:o13", "b4@p14"],
    { ...hand(["m", "b4"]), tiles: { o13: { seat: 0, tile: "s3" } } },
    { "m:o13": { legal: [">p14"], isWhole: false } },
  );
  picking.select(1);
  expect([...picking.targets.keys()]).toEqual(["o13"]);
  picking.pick("o13");
  await settled();
  expect(asked).toEqual(["m:o13"]);
  expect(staging.moves).toEqual([]);
  expect(picking.isHalf).toBe(true);
  expect([...picking.targets.keys()]).toEqual(["p14"]);
  staging.undo();
  expect(picking.isHalf).toBe(false);
  expect(picking.selectedTile).toBe("m");
  picking.pick("o13");
  picking.pick("p14");
  expect(staging.moves).toEqual(["m:o13>p14"]);
  expect(picking.stagedTiles).toEqual([
    { space: "p14", seat: 0, tile: "s3" },
    { space: "o13", seat: 0, tile: "m" },
  ]);
});

const SWITCH: Record<string, Told> = {
  "x:q15.b": { legal: ["=o14.r", "=o14.c"], isWhole: false },
  "x:o10.r": { legal: ["=o14.c"], isWhole: false },
};

test("a switch can begin with either piece, and is sent in the order of the rules", async () => {
  const { staging, picking } = decide(["x:q15.b", "x:o10.r"], hand(["x"]), SWITCH);
  picking.select(0);
  await settled();
  expect([...picking.litPieces].sort()).toEqual(["o10.rice", "o14.castle", "o14.rice", "q15.buddha"]);
  picking.pick("o14");
  expect(picking.several).toEqual(["o14.rice", "o14.castle"]);
  expect(staging.moves).toEqual([]);
  picking.take("o14.castle");
  expect(picking.several).toEqual([]);
  expect([...picking.targets.keys()]).toEqual(["q15", "o10"]);
  expect(picking.isHalf).toBe(true);
  picking.pick("q15");
  expect(staging.moves).toEqual(["x:q15.b=o14.c"]);
});

test("equal pieces can be exchanged where the rules allow it", () => {
  const { staging, picking } = decide(["x:same"], hand(["x"]));
  expect(picking.canSwitchSame).toBe(false);
  picking.select(0);
  expect(picking.canSwitchSame).toBe(true);
  picking.takeSame();
  expect(staging.moves).toEqual(["x:same"]);
});

test("a first hand is asked about when it is whole, and not before", () => {
  const { staging, picking, asked } = decide(["b4", "b3"], { phase: "choosing" });
  for (const tile of ["b4", "b3", "r4", "c4"]) picking.choose(tile, 1);
  expect(asked).toEqual([]);
  expect(staging.turn).toBeNull();
  picking.choose("s1", 2);
  expect(staging.moves).toHaveLength(4);
  picking.choose("s1", 1);
  expect(asked).toEqual(["b4 b3 r4 c4 s1"]);
  picking.choose("b4", 0);
  expect(staging.moves).toEqual(["b3", "r4", "c4", "s1"]);
});

test("a first hand that was whole before a refresh can be confirmed after it", async () => {
  localStorage.setItem("turn", JSON.stringify({ version: 1, moves: ["b4", "b3", "r4", "c4", "s1"] }));
  const { staging, asked } = decide(["b4"], { phase: "choosing" });
  await settled();
  expect(asked).toHaveLength(1);
  expect(staging.turn).toBe("b4 b3 r4 c4 s1");
});

test("before the first turn a caste is chosen, and stays in hand when it is placed", () => {
  const { staging, picking } = decide(["b@o14", "b@q15", "r@o14"], { phase: "placing" });
  picking.select(0);
  expect([...picking.targets.keys()]).toEqual(["o14", "q15"]);
  picking.pick("q15");
  expect(staging.moves).toEqual(["b@q15"]);
  expect(picking.selectedCaste).toBe("buddha");
});

test("who can play nothing passes", () => {
  const { staging, picking } = decide(["pass"], hand([]));
  expect(picking.mustPass).toBe(true);
  expect(picking.confirmLabel).toBe("Pass");
  expect(staging.turn).toBe("pass");
});

test("a click on a tile that is laid out takes it back, and leaves the others", async () => {
  const { staging, picking } = decide(["b4@p14", "h1@r15"], hand(["h1", "b4"]), {
    "h1@r15": { legal: ["b4@p14"] },
    "h1@r15 b4@p14": {},
    "b4@p14": {},
  });
  await staging.lay("h1@r15 b4@p14");
  expect(picking.takeBack("o13")).toBe(false);
  expect(picking.takeBack("r15")).toBe(true);
  expect(staging.moves).toEqual(["b4@p14"]);
  expect(picking.takeBack("p14")).toBe(true);
  expect(staging.moves).toEqual([]);
});

test("a switch is not taken back by a click on what it moved", async () => {
  const { staging, picking } = decide(["x:o14.b"], hand(["x"]), { "x:o14.b=q15.r": {} });
  await staging.lay("x:o14.b=q15.r");
  expect(picking.takeBack("o14")).toBe(false);
  expect(staging.moves).toHaveLength(1);
});

/** Placing pieces, one decision after another. */
function place(...decisions: string[][]) {
  const acts: string[] = [];
  let version = $state(0);
  const choice = (): Choice | null => {
    const legal = decisions[version];
    return legal ? { seat: 0, version, legal, is_whole: false } : null;
  };
  const staging: SamuraiStaging = new Staging<SamuraiPosition, SamuraiPicking>(
    {
      position: () => positionOf({ phase: "placing" }),
      choice,
      preview: async (moves): Promise<PreviewResult> => ({
        moves,
        choice: { ...choice()!, legal: [], is_whole: true },
        changes: {},
        takes: [],
        ends: null,
      }),
      act: async (moves) => {
        acts.push(moves);
        version += 1;
        staging.refresh();
      },
      storage: () => null,
    },
    (staging) => new SamuraiPicking(staging, BOARD),
  );
  staging.refresh();
  return { staging, picking: staging.picking, acts };
}

test("the caste that was placed is in hand for the next piece, as long as there is one", async () => {
  const { staging, picking, acts } = place(["r@q15", "c@q15"], ["r@o10", "c@o10"], ["c@o14"]);
  expect(picking.selectedCaste).toBeNull();
  picking.select(1);
  picking.pick("q15");
  await settled();
  await staging.confirm();
  expect(acts).toEqual(["r@q15"]);
  expect(picking.selectedCaste).toBe("rice");
  picking.pick("o10");
  await settled();
  await staging.confirm();
  expect(picking.selectedCaste).toBeNull();
});

test("a click on the caste in hand keeps it, and one on another takes back what is laid out", async () => {
  const { staging, picking } = place(["r@q15", "c@q15"]);
  picking.takeCaste(1);
  picking.takeCaste(1);
  expect(picking.selectedCaste).toBe("rice");
  picking.pick("q15");
  await settled();
  picking.takeCaste(2);
  expect(picking.selectedCaste).toBe("castle");
  expect(staging.moves).toEqual([]);
});

test("the rest is placed without a word, wherever it may stand", async () => {
  const { picking, acts } = place(["r@q15"], ["c@o10"], ["b@o14"]);
  picking.placeRest();
  for (let n = 0; n < 6; n += 1) await settled();
  expect(acts).toEqual(["r@q15", "c@o10", "b@o14"]);
});
