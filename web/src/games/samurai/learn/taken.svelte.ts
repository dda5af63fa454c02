/** What was taken in the tutorial: it stays from lesson to lesson. */

import type { Take } from "../types";

/** By lesson. Done again, it counts once. */
let byLesson = $state.raw<Record<string, Take[]>>({});

/** Keeps what the learner, who has the first seat, took in a lesson. */
export function keepTaken(lesson: string, takes: Take[]): void {
  byLesson = { ...byLesson, [lesson]: takes.filter((take) => take.taker === 0) };
}

/** By caste, in all lessons but one. */
export function takenBefore(lesson: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, takes] of Object.entries(byLesson))
    if (name !== lesson) for (const { piece } of takes) counts[piece] = (counts[piece] ?? 0) + 1;
  return counts;
}
