import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, type Follower } from "./line.svelte";

/** A socket that says nothing by itself, and stays open when the network is gone, as real ones do for a while. */
class Silent {
  static OPEN = 1;
  static CONNECTING = 0;
  static all: Silent[] = [];
  readyState = Silent.OPEN;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: string[] = [];
  constructor() {
    Silent.all.push(this);
  }
  send = (text: string): void => void this.sent.push(text);
  close = (): void => void (this.readyState = 3);
  welcome = (): void => this.onmessage?.({ data: JSON.stringify({ type: "welcome", at: 0, ping_every: 25 }) });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Silent);
  vi.stubGlobal("location", { href: "http://tenka/" });
  Silent.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened(): Line {
  const line = new Line();
  line.open();
  Silent.all[0]!.welcome();
  return line;
}

test("a server that is late takes its time", () => {
  const line = opened();
  line.ask({ type: "watch_lobby" }).catch(() => {});
  vi.advanceTimersByTime(1500);
  expect(line.status).toBe("slow");
});

test("without a network the line is lost at once, and stays so until it is back", async () => {
  const line = opened();
  const asked = line.ask({ type: "watch_lobby" });
  line.lose();
  await expect(asked).rejects.toMatchObject({ code: "offline" });
  vi.advanceTimersByTime(1500);
  expect(line.status).toBe("lost");
  Silent.all.at(-1)!.welcome();
  expect(line.status).toBe("open");
  line.ask({ type: "ping" }).catch(() => {});
  expect(Silent.all.at(-1)!.sent).toHaveLength(1);
});

test("a page that goes does not take a table away from the one that has come", () => {
  const line = opened();
  const follower = (): Follower => ({
    watch: () => ({ type: "watch", table: "abc" }),
    onTable: () => {},
    onEvent: vi.fn(),
    onWatching: () => {},
    onPresence: () => {},
    onSignal: () => {},
    onRefused: () => {},
  });
  const [old, next] = [follower(), follower()];
  const leave = line.follow("abc", old);
  const stop = line.follow("abc", next);
  leave();
  Silent.all[0]!.onmessage?.({ data: JSON.stringify({ type: "event", table: "abc" }) });
  expect(next.onEvent).toHaveBeenCalledOnce();
  expect(old.onEvent).not.toHaveBeenCalled();
  const left = (): boolean => Silent.all[0]!.sent.some((text) => text.includes("unwatch"));
  expect(left()).toBe(false);
  stop();
  expect(left()).toBe(true);
});
