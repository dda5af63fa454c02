import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewStatus } from "../messages";
import { api, Refused } from "../net/api";
import { Asking } from "./asking.svelte";

const status = (wish: Partial<ReviewStatus>): ReviewStatus => ({
  status: "none",
  done: 0,
  plies: 0,
  ahead: 0,
  is_old: false,
  ...wish,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("what is asked for is waited for, and read once it is there", async () => {
  const look = vi.spyOn(api, "reviewStatus").mockResolvedValue(status({}));
  vi.spyOn(api, "askReview").mockResolvedValue(status({ status: "waiting", plies: 30 }));
  const read = vi.spyOn(api, "reviewResult").mockResolvedValue({ game: "any" });
  const asking = new Asking("t", null);
  await asking.look();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look, "nobody waits for what nobody asked for").toHaveBeenCalledTimes(1);
  look.mockResolvedValue(status({ status: "waiting", done: 12, plies: 30 }));
  await asking.ask();
  await vi.advanceTimersByTimeAsync(1_600);
  expect(asking.status?.done).toBe(12);
  look.mockResolvedValue(status({ status: "done", done: 30, plies: 30 }));
  await vi.advanceTimersByTimeAsync(1_600);
  expect(asking.review).toEqual({ game: "any" });
  const looked = look.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look.mock.calls.length, "then it is over").toBe(looked);
  expect(read).toHaveBeenCalledTimes(1);
});

test("a broken connection is told, and it goes on when it is back", async () => {
  const look = vi.spyOn(api, "reviewStatus").mockResolvedValue(status({ status: "waiting", plies: 9 }));
  const asking = new Asking("t", null);
  await asking.look();
  look.mockRejectedValueOnce(new Refused("offline", "not now"));
  await vi.advanceTimersByTimeAsync(1_600);
  expect(asking.problem).toBe("not now");
  look.mockResolvedValue(status({ status: "waiting", done: 3, plies: 9 }));
  await vi.advanceTimersByTimeAsync(1_600);
  expect([asking.problem, asking.status?.done]).toEqual(["", 3]);
  asking.close();
  const looked = look.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look.mock.calls.length).toBe(looked);
});

test("a review by an older judge is shown until a new one is asked for", async () => {
  vi.spyOn(api, "reviewStatus").mockResolvedValue(status({ status: "done", is_old: true }));
  vi.spyOn(api, "reviewResult").mockResolvedValue({ game: "any" });
  vi.spyOn(api, "askReview").mockResolvedValue(status({ status: "waiting", plies: 9 }));
  const asking = new Asking("t", null);
  await asking.look();
  expect(asking.review).not.toBeNull();
  await asking.askAnew();
  expect([asking.review, asking.status?.status]).toEqual([null, "waiting"]);
  asking.close();
});
