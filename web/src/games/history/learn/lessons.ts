/** The positions of the tutorial, made with the real rules by tools/lessons_history.py. */

import type { Choice, PreviewResult, SeatInfo } from "../../../messages";
import type { HistoryPosition } from "../types";
import data from "./lessons.json";

export interface Lesson {
  position: HistoryPosition;
  choice: Choice;
  tries: Record<string, PreviewResult>;
  good: string[];
}

export const LESSONS = data as unknown as Record<string, Lesson>;

/** Seats for lessons and pictures, where nobody sits. */
export const pretend = (names: string[]): SeatInfo[] =>
  names.map((name, seat) => ({
    seat,
    kind: "person",
    name,
    is_guest: false,
    is_yours: seat === 0,
    is_present: true,
    stand_in: null,
    has_lost_turns: false,
    is_away: false,
  }));
