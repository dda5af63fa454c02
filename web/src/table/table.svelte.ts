/** One table as the page knows it: what the server sent, kept up to date. */

import type { AnyPosition } from "../games/title";
import type { Choice, Clocks, Entry, Event, Played, TableInfo, TableMessage } from "../messages";
import type { Refused } from "../net/api";
import { line } from "../net/line.svelte";
import { merge } from "./patch";

export class TableStore {
  info = $state.raw<TableInfo | null>(null);
  /** Whose eyes; null: a spectator's. */
  seat = $state.raw<number | null>(null);
  position = $state.raw<AnyPosition | null>(null);
  choice = $state.raw<Choice | null>(null);
  log = $state.raw<Entry[]>([]);
  clocks = $state.raw<Clocks | null>(null);
  spectators = $state(0);
  refusal = $state.raw<Refused | null>(null);
  /** People share this device, and the next one has not said yet that they look alone. */
  isCurtained = $state(false);
  nextSeat = $state<number | null>(null);

  /** A turn, and the positions before and after it. */
  onPlayed: (entry: Played, before: AnyPosition | null, after: AnyPosition | null) => void = () => {};
  /** Everything came anew, as after a long absence. */
  onWhole: () => void = () => {};
  onTurn: () => void = () => {};
  onSignal: (seat: number, signal: string) => void = () => {};
  onOver: () => void = () => {};

  #number = 0;
  #stop: () => void;

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {
    this.#stop = line.follow(id, {
      watch: () => ({
        type: "watch",
        table: id,
        key,
        seat: this.seat,
        // Who watched may have sat down while the line was broken: only the whole table tells whose eyes these are now.
        since: this.seat !== null && this.#number > 0 ? this.#number : null,
      }),
      onTable: (message) => this.#take(message),
      onEvent: (message) => this.#hear(message),
      onWatching: () => {},
      onPresence: (message) => {
        this.spectators = message.spectators;
        if (!this.info) return;
        const seats = this.info.seats.map((each) => ({
          ...each,
          is_present: each.kind === "bot" || message.seats.includes(each.seat),
        }));
        this.info = { ...this.info, seats };
      },
      onSignal: (message) => this.onSignal(message.seat, message.signal),
      onRefused: (reason) => (this.refusal = reason),
    });
  }

  close(): void {
    this.#stop();
  }

  get ownSeats(): number[] {
    return (this.info?.seats ?? []).filter((seat) => seat.is_yours).map((seat) => seat.seat);
  }

  get isShared(): boolean {
    return this.ownSeats.length > 1;
  }

  get isMyTurn(): boolean {
    return this.choice !== null && this.info?.status === "running" && !this.isCurtained;
  }

  #take(message: TableMessage): void {
    const isFirst = this.info === null;
    this.info = message.info;
    this.seat = message.seat ?? null;
    this.position = message.position ?? null;
    this.choice = message.choice ?? null;
    this.log = message.log;
    this.clocks = message.info.clocks ?? null;
    this.#number = message.info.number;
    this.refusal = null;
    if (isFirst && this.isShared && message.info.status === "running") this.#draw(message.info.to_move);
    if (!isFirst) this.onWhole();
    if (isFirst && this.isMyTurn) this.onTurn();
  }

  #hear(event: Event): void {
    if (event.entry.number <= this.#number) return;
    if (event.entry.number !== this.#number + 1) {
      this.#number = 0;
      this.look(this.seat);
      return;
    }
    this.#number = event.entry.number;
    const had = this.choice?.version;
    const before = this.position;
    this.log = [...this.log, event.entry];
    if (event.position) this.position = event.position;
    if (event.changes && this.position) this.position = merge(this.position, event.changes);
    this.choice = event.choice ?? null;
    this.clocks = event.clocks ?? null;
    if (event.info) this.info = event.info;
    if (this.info) {
      const isOver = event.outcome ? { outcome: event.outcome, status: "over" as const } : {};
      this.info = {
        ...this.info,
        to_move: event.to_move,
        version: event.version,
        number: event.entry.number,
        ...isOver,
      };
      if (event.entry.kind === "rematch") this.info = { ...this.info, rematch: event.entry.table };
    }
    if (event.entry.kind === "played") this.onPlayed(event.entry, before, this.position);
    if (event.outcome) this.onOver();
    else if (this.isShared) this.#draw(event.to_move);
    if (this.isMyTurn && this.choice?.version !== had) this.onTurn();
  }

  /** Draws the curtain where somebody else on this device is to move. */
  #draw(toMove: number[]): void {
    if (this.info?.status !== "running") return;
    const own = toMove.filter((seat) => this.ownSeats.includes(seat));
    const isHandedOn =
      own.length > 0 &&
      (this.seat === null || !own.includes(this.seat) || this.log.length < 2 || this.nextSeat === null);
    if (!isHandedOn) return;
    this.nextSeat = own[0]!;
    this.isCurtained = true;
  }

  /** Looks through other eyes, of one's own seats. */
  look(seat: number | null): void {
    void line.ask({ type: "watch", table: this.id, key: this.key, seat }).catch(() => {});
  }

  raiseCurtain(): void {
    const seat = this.nextSeat;
    if (seat !== this.seat) {
      // What the one before saw is gone before the next one looks.
      this.position = null;
      this.choice = null;
      this.seat = seat;
      this.look(seat);
    }
    this.isCurtained = false;
  }
}
