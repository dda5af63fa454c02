/** The tables that wait for us, so that after a turn the next one is a click away. */

import type { TableInfo } from "../messages";
import { api } from "./api";

/** Whether a table waits for a person of ours. */
export const waitsForMe = (info: TableInfo): boolean =>
  info.status === "running" &&
  info.to_move.some((seat) => info.seats[seat]?.is_yours && !info.seats[seat].stand_in && !info.seats[seat].is_away);

class Mine {
  #waiting = $state.raw<TableInfo[]>([]);

  /** Takes a table in that has changed. */
  take(info: TableInfo): void {
    const others = this.#waiting.filter((each) => each.id !== info.id);
    this.#waiting = waitsForMe(info) ? [...others, info] : others;
  }

  /** Asks which tables wait. */
  async look(): Promise<void> {
    try {
      this.#waiting = (await api.mine()).tables.filter(waitsForMe);
    } catch {
      // What is known stays; the next table that changes says so itself.
    }
  }

  /** The table that has waited longest, but for the one that is open. */
  next(open: string): TableInfo | null {
    const others = this.#waiting.filter((each) => each.id !== open);
    const first = (best: TableInfo, each: TableInfo): TableInfo => (each.updated_at < best.updated_at ? each : best);
    return others.length > 0 ? others.reduce(first) : null;
  }
}

export const mine = new Mine();
