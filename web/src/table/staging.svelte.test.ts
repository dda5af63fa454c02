import { beforeEach, expect, test, vi } from "vitest";
import type { Picking } from "../games/title";
import type { Choice, PreviewResult } from "../messages";
import { Refused } from "../net/api";
import { Staging } from "./staging.svelte";

interface Pile {
  game: "pile";
  stones: string[];
  top?: string;
}

/** What a player of a game of stones holds: one stone, and nothing else. */
class Fingers implements Picking {
  stone = $state<string | null>(null);
  pointed = $state<string | null>(null);
  isHalf = $state(false);
  forced: string | null = null;
  confirmLabel = "put them down";
  least = 1;

  readonly fixed = 0;
  get isHolding(): boolean {
    return this.stone !== null;
  }
  get supposed(): string | null {
    return this.pointed;
  }
  putBack(): boolean {
    const had = this.stone !== null;
    this.stone = null;
    return had;
  }
  drop(): void {
    this.stone = null;
    this.pointed = null;
  }
  isAskable(moves: readonly string[]): boolean {
    return moves.length >= this.least;
  }
  askAgain = vi.fn();
}

const KEY = "turn";
const choiceOf = (version: number, legal: string[], isWhole = false): Choice => ({
  seat: 1,
  version,
  legal,
  is_whole: isWhole,
});

/** A server that answers when the test says so. */
class Server {
  position = $state.raw<Pile | null>({ game: "pile", stones: [] });
  choice = $state.raw<Choice | null>(choiceOf(7, ["a", "b"]));
  asked: string[] = [];
  sent: string[] = [];
  #answers = new Map<string, { resolve: (result: PreviewResult) => void; reject: (reason: unknown) => void }>();
  acting: Promise<unknown> = Promise.resolve();

  preview = (moves: string): Promise<PreviewResult> => {
    this.asked.push(moves);
    return new Promise((resolve, reject) => this.#answers.set(moves, { resolve, reject }));
  };
  act = (moves: string): Promise<unknown> => {
    this.sent.push(moves);
    return this.acting;
  };
  async answer(moves: string, legal: string[] = [], isWhole = true): Promise<void> {
    const stones = moves.split(" ");
    const changes = { stones, top: stones.at(-1) };
    const choice = choiceOf(this.choice?.version ?? 0, legal, isWhole);
    this.#answers.get(moves)!.resolve({ moves, choice, changes, takes: [], ends: null });
    await settled();
  }
  async refuse(moves: string, code: string, sentence: string): Promise<void> {
    this.#answers.get(moves)!.reject(new Refused(code, sentence));
    await settled();
  }
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function sit(server = new Server(), least = 1): { server: Server; staging: Staging<Pile, Fingers> } {
  const staging = new Staging<Pile, Fingers>(
    {
      position: () => server.position,
      choice: () => server.choice,
      preview: server.preview,
      act: server.act,
      storage: () => KEY,
    },
    () => new Fingers(),
  );
  staging.picking.least = least;
  staging.refresh();
  return { server, staging };
}
const kept = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? "null");

beforeEach(() => localStorage.clear());

test("a move is laid out at once, and shows what follows when the server has said it", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  expect(staging.moves).toEqual(["a"]);
  expect(staging.isWaiting).toBe(true);
  expect(staging.turn).toBeNull();
  expect(staging.shown).toEqual({ game: "pile", stones: [] });
  await server.answer("a", ["b"]);
  expect(staging.isWaiting).toBe(false);
  expect(staging.shown).toEqual({ game: "pile", stones: ["a"], top: "a" });
  expect(staging.legalAfter("a")).toEqual(["b"]);
  expect(staging.turn).toBe("a");
});

test("answers that come out of order are not mixed up", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  staging.stage("b");
  await server.answer("a b");
  expect(staging.shown?.top).toBe("b");
  await server.answer("a", ["b"], false);
  expect(staging.shown?.stones).toEqual(["a", "b"]);
  expect(staging.turn).toBe("a b");
});

test("what was answered is not asked again", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  await server.answer("a", ["b"]);
  staging.stage("b");
  await server.answer("a b");
  staging.undo();
  expect(server.asked).toEqual(["a", "a b"]);
  expect(staging.shown?.stones).toEqual(["a"]);
  void staging.ask("a x");
  void staging.ask("a x");
  expect(server.asked.filter((text) => text === "a x")).toHaveLength(1);
});

test("undo first puts back what is in the fingers, then takes back moves, to the start", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  await server.answer("a", ["b"]);
  staging.picking.stone = "b";
  expect(staging.canUndo).toBe(true);
  staging.undo();
  expect(staging.picking.stone).toBeNull();
  expect(staging.moves).toEqual(["a"]);
  staging.undo();
  expect(staging.moves).toEqual([]);
  expect(staging.shown?.stones).toEqual([]);
  expect(staging.canUndo).toBe(false);
  expect(kept()).toBeNull();
});

test("what was laid out for another version is gone", () => {
  const { server, staging } = sit();
  staging.stage("a");
  staging.picking.stone = "b";
  server.choice = choiceOf(8, ["a"]);
  staging.refresh();
  expect(staging.moves).toEqual([]);
  expect(staging.picking.stone).toBeNull();
  staging.stage("a");
  expect(server.asked).toEqual(["a", "a"]);
  expect(kept()).toEqual({ version: 8, moves: ["a"] });
});

test("an answer about an older version is not heard", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  server.choice = choiceOf(8, ["a"]);
  staging.refresh();
  await server.answer("a");
  expect(staging.answerTo("a")).toBeNull();
});

test("a refusal about an older version takes nothing back", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  server.choice = choiceOf(8, ["a"]);
  staging.refresh();
  staging.picking.least = 2; // so that the same move of this version is not asked about
  staging.layOut(["a"]);
  await server.refuse("a", "illegal", "not this one");
  expect(staging.moves).toEqual(["a"]);
  expect(staging.problem).toBeNull();
});

test("a refused move is taken back, with the server's sentence", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  await server.answer("a", ["b"]);
  staging.stage("x");
  await server.refuse("a x", "illegal", "there is no x");
  expect(staging.moves).toEqual(["a"]);
  expect(staging.problem).toBe("there is no x");
  expect(kept()).toEqual({ version: 7, moves: ["a"] });
});

test("without a line nothing is refused: the move stays, and is asked about when the line is back", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  await server.refuse("a", "offline", "");
  expect(staging.moves).toEqual(["a"]);
  expect(staging.problem).toBeNull();
  staging.askAgain();
  expect(server.asked).toEqual(["a", "a"]);
  expect(staging.picking.askAgain).toHaveBeenCalled();
  await server.answer("a");
  expect(staging.turn).toBe("a");
});

test("a staged turn survives a refresh of the page", async () => {
  const first = sit();
  first.staging.stage("a");
  await first.server.answer("a", ["b"]);
  first.staging.stage("b");
  const { server, staging } = sit();
  expect(staging.moves).toEqual(["a", "b"]);
  expect(server.asked).toEqual(["a b"]);
  await server.answer("a b");
  expect(staging.turn).toBe("a b");
});

test("a staged turn of another version does not survive", () => {
  sit().staging.stage("a");
  const server = new Server();
  server.choice = choiceOf(9, ["a"]);
  expect(sit(server).staging.moves).toEqual([]);
  expect(kept()).toBeNull();
});

test("a kept turn that is refused is given up as a whole; one that cannot be asked about stays", async () => {
  localStorage.setItem(KEY, JSON.stringify({ version: 7, moves: ["a", "x"] }));
  const refused = sit();
  await refused.server.refuse("a x", "illegal", "there is no x");
  expect(refused.staging.moves).toEqual([]);
  expect(kept()).toBeNull();

  localStorage.setItem(KEY, JSON.stringify({ version: 7, moves: ["a"] }));
  const lost = sit();
  await lost.server.refuse("a", "offline", "");
  expect(lost.staging.moves).toEqual(["a"]);
  expect(kept()).toEqual({ version: 7, moves: ["a"] });
});

test("what is no beginning of a turn is kept and not asked about, after a refresh neither", () => {
  sit(new Server(), 2).staging.layOut(["a"]);
  const { server, staging } = sit(new Server(), 2);
  expect(staging.moves).toEqual(["a"]);
  staging.askAgain();
  expect(server.asked).toEqual([]);
  expect(kept()).toEqual({ version: 7, moves: ["a"] });
  staging.layOut(["a", "b"]);
  expect(server.asked).toEqual(["a b"]);
});

test("the pointer shows what it would do, and asks only where it rests", async () => {
  vi.useFakeTimers();
  const { server, staging } = sit();
  staging.picking.pointed = "a";
  staging.askSoon("a");
  vi.advanceTimersByTime(20);
  staging.picking.pointed = "b";
  staging.askSoon("b");
  vi.advanceTimersByTime(40);
  expect(server.asked).toEqual(["b"]);
  vi.useRealTimers();
  await server.answer("b");
  expect(staging.shown?.top).toBe("b");
  expect(staging.turn).toBeNull();
  staging.picking.pointed = null;
  expect(staging.shown?.stones).toEqual([]);
});

test("a typed turn is laid out as a whole, halves joined, or not at all", async () => {
  const { server, staging } = sit();
  const laid = staging.lay("  a  m:b >c done ");
  await server.answer("a m:b>c");
  expect(await laid).toBe(true);
  expect(staging.moves).toEqual(["a", "m:b>c"]);
  const wrong = staging.lay("nonsense");
  await server.refuse("nonsense", "invalid", "no such word");
  expect(await wrong).toBe(false);
  expect(staging.moves).toEqual(["a", "m:b>c"]);
  expect(staging.problem).toBe("no such word");
  expect(await staging.lay(" done ")).toBe(false);
});

test("a typed turn that is answered too late is not laid out for the next version", async () => {
  const { server, staging } = sit();
  const laid = staging.lay("a");
  server.choice = choiceOf(8, ["b"]);
  staging.refresh();
  await server.answer("a");
  expect(await laid).toBe(false);
  expect(staging.moves).toEqual([]);
});

test("a whole turn is sent once, and forgotten when the server has taken it", async () => {
  const { server, staging } = sit();
  await staging.confirm();
  expect(server.sent).toEqual([]);
  staging.stage("a");
  await server.answer("a");
  staging.picking.isHalf = true;
  await staging.confirm();
  expect(server.sent).toEqual([]);
  staging.picking.isHalf = false;
  const sending = staging.confirm();
  expect(staging.isSending).toBe(true);
  void staging.confirm();
  await sending;
  expect(server.sent).toEqual(["a"]);
  expect(staging.moves).toEqual([]);
  expect(staging.isSending).toBe(false);
  expect(kept()).toBeNull();
});

test("a turn that was not taken stays laid out, with the reason", async () => {
  const { server, staging } = sit();
  staging.stage("a");
  await server.answer("a");
  server.acting = Promise.reject(new Refused("stale", "the game has gone on"));
  await staging.confirm();
  expect(staging.moves).toEqual(["a"]);
  expect(staging.problem).toBe("the game has gone on");
  expect(staging.isSending).toBe(false);
});

/** Confirms a turn; what it returns lets the server say that it stands. */
async function confirmSlowly(server: Server, staging: Staging<Pile, Fingers>): Promise<() => Promise<void>> {
  staging.stage("a");
  await server.answer("a");
  let take = (): void => {};
  server.acting = new Promise<void>((resolve) => (take = resolve));
  const sending = staging.confirm();
  return () => {
    take();
    return sending;
  };
}

test("a confirmed turn is forgotten also where the game went on before the server said so", async () => {
  const { server, staging } = sit();
  const take = await confirmSlowly(server, staging);
  server.choice = null;
  staging.refresh();
  expect(kept()).not.toBeNull();
  await take();
  expect(kept()).toBeNull();
});

test("what is laid out for the next decision is not lost when the turn before is confirmed late", async () => {
  const { server, staging } = sit();
  const take = await confirmSlowly(server, staging);
  server.choice = choiceOf(8, ["b"]);
  staging.refresh();
  staging.stage("b");
  await take();
  expect(staging.moves).toEqual(["b"]);
  expect(kept()).toEqual({ version: 8, moves: ["b"] });
});

test("where nothing can be chosen, that is the turn", async () => {
  const { server, staging } = sit();
  staging.picking.forced = "pass";
  expect(staging.turn).toBe("pass");
  await staging.confirm();
  expect(server.sent).toEqual(["pass"]);
});
