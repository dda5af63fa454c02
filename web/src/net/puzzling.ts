/** What this device keeps of puzzles: how strong its person is at them, how many in a row were right, which are done. */

export interface Solver {
  /** On the puzzles' own scale. */
  rating: number;
  /** Right at the first try, one after another. */
  streak: number;
  best: number;
  /** The newest last. */
  done: string[];
}

const KEY = "tenka.puzzles";
const BEGINNING = 1200;
/** How far one try can move a rating. */
const STEP = 48;
/** So many are remembered; the server takes no longer list. */
const MOST_DONE = 100;

export const beginner = (): Solver => ({ rating: BEGINNING, streak: 0, best: 0, done: [] });

/** By game. What cannot be read is begun anew. */
export function solverOf(game: string): Solver {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Solver>;
    return { ...beginner(), ...kept[game] };
  } catch {
    return beginner();
  }
}

/** After the first try at a puzzle: only that counts, and only once. */
export function afterTry(solver: Solver, puzzle: { id: string; rating: number }, isRight: boolean): Solver {
  if (solver.done.includes(puzzle.id)) return solver;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - solver.rating) / 400));
  const streak = isRight ? solver.streak + 1 : 0;
  return {
    rating: Math.round(solver.rating + STEP * ((isRight ? 1 : 0) - expected)),
    streak,
    best: Math.max(solver.best, streak),
    done: [...solver.done, puzzle.id].slice(-MOST_DONE),
  };
}

export function keepSolver(game: string, solver: Solver): void {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Solver>;
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: solver }));
  } catch {
    // Without a place to keep it, it lasts as long as the page is open.
  }
}
