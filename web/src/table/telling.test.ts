import { expect, test } from "vitest";
import type { Entry, SeatInfo } from "../messages";
import { absenceOf } from "./telling";

const seat = (more: Partial<SeatInfo> = {}): SeatInfo =>
  ({ seat: 0, kind: "person", name: "ann", stand_in: null, is_away: false, ...more }) as SeatInfo;
const teller = (own: number | null, ...seats: SeatInfo[]) => ({ game: "go", own, seats });
const takenOver = (reason: string): Entry => ({ kind: "taken_over", seat: 0, bot: "greedy", reason }) as Entry;

test("who left, who was late and who is waited for read why, and can come back", () => {
  const played = seat({ stand_in: "greedy" });
  expect(absenceOf(teller(0, played), [takenOver("left")])).toEqual({
    why: "Merchant plays for you.",
    canComeBack: true,
  });
  const late = absenceOf(teller(0, played), [takenOver("left"), takenOver("time")]);
  expect(late).toEqual({ why: "Your time was up: Merchant plays for you.", canComeBack: true });
  expect(absenceOf(teller(0, seat({ is_away: true })), [])?.canComeBack).toBe(true);
});

test("who has lost the remaining turns reads so, and has no way back", () => {
  expect(absenceOf(teller(0, seat({ has_lost_turns: true })), [])).toEqual({
    why: "Your time was up: your remaining turns are lost.",
    canComeBack: false,
  });
});

test("who plays, and who watches, reads nothing of it", () => {
  expect(absenceOf(teller(0, seat()), [takenOver("left")])).toBeNull();
  expect(absenceOf(teller(null, seat({ stand_in: "greedy" })), [takenOver("left")])).toBeNull();
});
