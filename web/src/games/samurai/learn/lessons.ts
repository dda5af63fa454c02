/** The positions of the tutorial, made with the real rules by tools/lessons.py. */

import type { Choice, OutcomeInfo, PreviewResult, SeatInfo } from "../../../messages";
import type { SamuraiPosition } from "../types";
import data from "./lessons.json";

export interface Lesson {
  position: SamuraiPosition;
  choice: Choice;
  tries: Record<string, PreviewResult>;
  /** What is asked for: the turns, and what each changes. */
  good: Record<string, Partial<SamuraiPosition>>;
}

export const LESSONS = data.lessons as unknown as Record<string, Lesson>;
export const FINAL = data.final as unknown as { position: SamuraiPosition; outcome: OutcomeInfo };

/** Seats for pictures, where nobody sits. */
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
