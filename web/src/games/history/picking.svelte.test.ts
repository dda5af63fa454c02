import { beforeAll, beforeEach, expect, test } from "vitest";
import type { PreviewResult } from "../../messages";
import { Staging } from "../../table/staging.svelte";
import { HistoryPicking } from "./picking.svelte";
import { BOARD, positionOf } from "./testing";
import type { HistoryPosition, HistoryStaging } from "./types";
import { words } from "./words";

beforeAll(() => words.open());

/** What can come next, by what is laid out; nothing where the turn is complete. */
let next: Record<string, string[]>;
let position: HistoryPosition;
let sent: string[];

function lay(): HistoryStaging {
  const staging = new Staging<HistoryPosition, HistoryPicking>(
    {
      position: () => position,
      choice: () => ({ seat: 0, version: 1, legal: next[""]!, is_whole: false }),
      preview: async (moves): Promise<PreviewResult> => {
        const legal = next[moves];
        if (!legal) throw new Error(`${moves} was not expected`);
        const choice = { seat: 0, version: 1, legal, is_whole: legal.length === 0 };
        return { moves, choice, changes: {}, takes: [], ends: null };
      },
      act: async (moves) => void sent.push(moves),
      storage: () => null,
    },
    (staging) => new HistoryPicking(staging, BOARD),
  );
  staging.refresh();
  return staging;
}
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  position = positionOf();
  sent = [];
});

test("a click lays a counter out, and a fight is sent by the second click", async () => {
  next = { "": ["alpha", "beta"], alpha: ["alpha", "beta"], "alpha beta": [] };
  const staging = lay();
  const { picking } = staging;
  picking.pick("alpha");
  await settle();
  expect(staging.turn).toBeNull();
  picking.pick("beta");
  await settle();
  expect(picking.chosen).toBe("beta");
  expect(picking.confirmLabel).toBe("Attack Beta");
  expect(sent).toEqual([]);
  picking.pick("beta");
  await settle();
  expect(sent).toEqual(["alpha beta"]);
});

test("another province takes the place of a fight that is not confirmed", async () => {
  next = { "": ["alpha", "beta", "gamma"], beta: [], gamma: [] };
  const staging = lay();
  staging.picking.pick("beta");
  await settle();
  staging.picking.pick("gamma");
  await settle();
  expect(staging.moves).toEqual(["gamma"]);
});

test("what has no other answer is laid out by itself, and undo passes over it", async () => {
  next = { "": ["alpha", "gamma"], alpha: ["end"], "alpha end": [] };
  const staging = lay();
  staging.picking.pick("alpha");
  await settle();
  staging.picking.lookAhead();
  await settle();
  expect(staging.moves).toEqual(["alpha", "end"]);
  expect(staging.turn).toBe("alpha end");
  expect(staging.canUndo).toBe(true);
  staging.undo();
  expect(staging.moves).toEqual([]);
});

test("nothing can be taken back where nothing was chosen", async () => {
  next = { "": ["end"], end: [] };
  const staging = lay();
  staging.picking.lookAhead();
  await settle();
  expect(staging.moves).toEqual(["end"]);
  expect(staging.canUndo).toBe(false);
});

test("events are over when the first counter is placed", async () => {
  next = { "": ["ready", "e3"], ready: ["alpha"], "ready alpha": ["alpha", "beta"] };
  const staging = lay();
  staging.picking.lookAhead();
  await settle();
  expect([...staging.picking.targets.keys()]).toEqual(["alpha"]);
  expect([...staging.picking.events]).toEqual(["e3"]);
  staging.picking.pick("alpha");
  expect(staging.moves).toEqual(["ready", "alpha"]);
});

test("own past counters give way, unless one wants to fight them", async () => {
  next = { "": ["alpha", "alpha:own", "beta"], "alpha:own": ["beta"], alpha: [] };
  const staging = lay();
  staging.picking.pick("alpha");
  await settle();
  expect(staging.moves).toEqual(["alpha:own"]);
  expect(staging.picking.otherWay).toBe("alpha");
  staging.picking.turnAround();
  await settle();
  expect(staging.moves).toEqual(["alpha"]);
});

test("a castle is built where the castle was chosen, and only there", async () => {
  next = { "": ["alpha", "beta", "castle:alpha"], "castle:alpha": ["beta"] };
  const staging = lay();
  expect([...staging.picking.targets.keys()]).toEqual(["alpha", "beta"]);
  staging.picking.isBuilding = true;
  expect([...staging.picking.targets.keys()]).toEqual(["alpha"]);
  staging.picking.pick("alpha");
  expect(staging.moves).toEqual(["castle:alpha"]);
  expect(staging.picking.isBuilding).toBe(false);
});

test("a card that may be kept is kept by the button, and so is no event after an epoch", () => {
  next = { "": ["keep", "blue"] };
  position = positionOf({ phase: "giving" });
  expect(lay().turn).toBe("keep");
  next = { "": ["e50", "end"] };
  position = positionOf({ phase: "after" });
  expect(lay().turn).toBe("end");
  position = positionOf();
  expect(lay().turn).toBeNull();
});

test("a region is chosen by any of its provinces", async () => {
  next = { "": ["region:kinki", "region:chuubu"], "region:kinki": [] };
  const staging = lay();
  staging.picking.pick("gamma");
  await settle();
  expect(staging.moves).toEqual(["region:kinki"]);
});
