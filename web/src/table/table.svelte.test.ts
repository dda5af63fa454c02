import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, Event, SeatInfo, TableInfo, TableMessage } from "../messages";
import { line } from "../net/line.svelte";
import { TableStore } from "./table.svelte";

/** The server's end of the line. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.OPEN;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  heard: Record<string, unknown>[] = [];

  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.heard.push(JSON.parse(text) as Record<string, unknown>);
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.say({ type: "welcome", person: null, at: Date.now() / 1000, ping_every: 20, server: "0" });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  last(type: string): Record<string, unknown> | undefined {
    return this.heard.filter((message) => message.type === type).at(-1);
  }
}
const socket = (): Socket => Socket.all.at(-1)!;

const seat = (number: number, isYours: boolean): SeatInfo => ({
  seat: number,
  kind: "person",
  name: `p${number}`,
  is_guest: true,
  is_yours: isYours,
  is_present: true,
  stand_in: null,
  is_away: false,
  has_lost_turns: false,
});
const infoOf = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    id: "t1",
    game: "pile",
    options: {},
    status: "running",
    seats: [seat(0, true), seat(1, false)],
    number: 5,
    version: 3,
    to_move: [0],
    clocks: null,
    outcome: null,
    rematch: null,
    ...more,
  }) as TableInfo;
const position = { game: "pile", stones: { a: 1, b: 2 }, turns: 3 };
const choice = { seat: 0, version: 3, legal: ["a"], is_whole: false };

const snapshot = (more: Partial<TableMessage> = {}): unknown => ({
  type: "table",
  info: infoOf(),
  seat: 0,
  position,
  choice,
  log: [{ kind: "created", number: 1, at: 0 }],
  ...more,
});
const played = (number: number): Entry => ({ kind: "played", number, at: 0, seat: 0, by: "person", plies: [] });
const event = (number: number, more: Partial<Event> = {}): unknown => ({
  type: "event",
  table: "t1",
  entry: played(number),
  version: number,
  to_move: [1],
  clocks: null,
  changes: null,
  choice: null,
  ...more,
});

let table: TableStore;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", new URL("http://tenka/table/t1"));
  Socket.all = [];
  line.open();
  socket().welcome();
  table = new TableStore("t1", "key");
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

test("a table is asked for whole, and shows what the server sent", () => {
  expect(socket().last("watch")).toMatchObject({ table: "t1", key: "key", seat: null, since: null });
  socket().say(snapshot());
  expect(table.position).toEqual(position);
  expect(table.seat).toBe(0);
  expect(table.isMyTurn).toBe(true);
});

test("an event patches the position, and leaves the one before as it was", () => {
  socket().say(snapshot());
  const before = table.position;
  socket().say(event(6, { changes: { stones: { a: null, c: 4 }, turns: 4 } }));
  expect(table.position).toEqual({ game: "pile", stones: { b: 2, c: 4 }, turns: 4 });
  expect(before).toEqual(position);
  expect(table.log.map((entry) => entry.number)).toEqual([1, 6]);
  expect(table.info).toMatchObject({ version: 6, number: 6, to_move: [1] });
  expect(table.isMyTurn).toBe(false);
});

test("who is connected shows at the seats", () => {
  socket().say(snapshot());
  socket().say({ type: "presence", table: "t1", seats: [0], spectators: 2 });
  expect(table.info?.seats.map((each) => each.is_present)).toEqual([true, false]);
  expect(table.spectators).toBe(2);
  socket().say({ type: "presence", table: "t1", seats: [0, 1], spectators: 0 });
  expect(table.info?.seats.map((each) => each.is_present)).toEqual([true, true]);
});

test("a whole position takes the place of the one before, as when a game begins", () => {
  socket().say(snapshot({ position: null, choice: null }));
  socket().say(event(6, { position: position as never, choice, to_move: [0] }));
  expect(table.position).toEqual(position);
  expect(table.isMyTurn).toBe(true);
});

test("it is told once that it is our turn, when the choice is a new one", () => {
  const turns = vi.fn();
  table.onTurn = turns;
  socket().say(snapshot({ choice: null }));
  expect(turns).not.toHaveBeenCalled();
  socket().say(event(6, { choice: { ...choice, version: 6 } }));
  socket().say(event(7, { choice: { ...choice, version: 6 } }));
  expect(turns).toHaveBeenCalledTimes(1);
});

test("an event that came before is not heard twice", () => {
  const heard = vi.fn();
  table.onPlayed = heard;
  socket().say(snapshot());
  socket().say(event(6, { changes: { turns: 4 } }));
  socket().heard = [];
  socket().say(event(6, { changes: { turns: 9 } }));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(table.position).toMatchObject({ turns: 4 });
  expect(socket().heard).toEqual([]);
});

test("where an event is missing, the whole table is asked for and nothing is patched", () => {
  socket().say(snapshot());
  socket().heard = [];
  socket().say(event(8, { changes: { turns: 9 } }));
  expect(table.position).toEqual(position);
  expect(socket().last("watch")).toMatchObject({ table: "t1", seat: 0 });
  expect(socket().last("watch")!.since ?? null).toBeNull();
  socket().say(snapshot({ info: infoOf({ number: 8 }), position: { ...position, turns: 8 } as never }));
  socket().say(event(9, { changes: { turns: 9 } }));
  expect(table.position).toMatchObject({ turns: 9 });
});

test("when the line is back, what was missed is asked for from the last event on", () => {
  socket().say(snapshot());
  socket().say(event(6));
  socket().close();
  expect(line.status).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(Socket.all).toHaveLength(2);
  socket().welcome();
  expect(line.status).toBe("open");
  expect(socket().last("watch")).toMatchObject({ seat: 0, since: 6 });
});

test("who watches asks for the whole table again: somebody may have sat down meanwhile", () => {
  socket().say(snapshot({ seat: null, choice: null }));
  socket().close();
  vi.advanceTimersByTime(600);
  socket().welcome();
  expect(socket().last("watch")!.since).toBeNull();
});

test("a turn that was sent when the line broke is sent again, and only questions fail", async () => {
  const act = line.ask({ type: "act", table: "t1", version: 3, moves: "a" });
  const question = line.ask({ type: "preview", table: "t1", version: 3, moves: "a" });
  socket().close();
  await expect(question).rejects.toMatchObject({ code: "offline" });
  vi.advanceTimersByTime(600);
  socket().welcome();
  const again = socket().last("act")!;
  expect(again).toMatchObject({ moves: "a", version: 3 });
  expect(socket().last("preview")).toBeUndefined();
  socket().say({ type: "accepted", id: again.id, table: "t1", number: 6, version: 4 });
  await expect(act).resolves.toMatchObject({ type: "accepted" });
});

test("the end of a game is told, with its outcome", () => {
  const over = vi.fn();
  table.onOver = over;
  socket().say(snapshot());
  const outcome = { reason: "stones", winners: [0], ranking: [1, 2], totals: [{}, {}] };
  socket().say(event(6, { outcome, to_move: [] }));
  expect(table.info).toMatchObject({ status: "over", outcome });
  expect(over).toHaveBeenCalledTimes(1);
});

test("people who share a device see nothing of each other: the curtain falls, and what was shown is gone", () => {
  const seats = [seat(0, true), seat(1, true)];
  socket().say(snapshot({ info: infoOf({ seats }) }));
  expect(table.isCurtained).toBe(true);
  expect(table.isMyTurn).toBe(false);
  table.raiseCurtain();
  expect(table.isMyTurn).toBe(true);
  socket().say(event(6, { to_move: [1] }));
  expect(table.isCurtained).toBe(true);
  expect(table.nextSeat).toBe(1);
  socket().heard = [];
  table.raiseCurtain();
  expect(table.position).toBeNull();
  expect(table.choice).toBeNull();
  expect(socket().last("watch")).toMatchObject({ seat: 1 });
});

test("a refusal to follow is kept for the page to say", async () => {
  socket().say({
    type: "refused",
    id: socket().last("watch")!.id,
    code: "missing",
    sentence: "there is no such table",
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(table.refusal?.message).toBe("there is no such table");
});
