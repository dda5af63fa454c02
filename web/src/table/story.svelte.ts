/** Turns told one after another: what happened is seen before anybody is asked to go on. */

import type { AnyPosition, Beat } from "../games/title";
import type { Played } from "../messages";

export interface Chapter<P> {
  entry: Played;
  /** Without any it is told in words only. */
  beats: Beat<P>[];
}

/** Who was away for longer than this many turns is shown where the game is, not how it came there. */
const MOST_WAITING = 6;

export class Story<P extends AnyPosition> {
  /** The turn that is told; null: all is told. */
  entry = $state.raw<Played | null>(null);
  /** The moment that is on the board. */
  beat = $state.raw<Beat<P> | null>(null);

  #waiting: Chapter<P>[] = [];
  #beats: Beat<P>[] = [];
  #afterwards: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly teller: {
      /** A turn begins: it is said, and written down. */
      begin: (chapter: Chapter<P>) => void;
      show: (beat: Beat<P>) => void;
    },
  ) {}

  get isTelling(): boolean {
    return this.entry !== null;
  }

  add(chapter: Chapter<P>): void {
    this.#waiting.push(chapter);
    if (!this.isTelling) this.#next();
    else if (this.#waiting.length > MOST_WAITING) this.skip();
  }

  /** Does something once all is told. */
  then(act: () => void): void {
    if (this.isTelling) this.#afterwards.push(act);
    else act();
  }

  /** Goes to the end at once. Nothing is left unsaid. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    for (const chapter of this.#waiting) chapter.beats = [];
    if (this.isTelling) this.#next();
  }

  /** Forgets everything. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#beats = [];
    this.#afterwards = [];
  }

  #next(): void {
    for (let chapter = this.#waiting.shift(); chapter; chapter = this.#waiting.shift()) {
      this.entry = chapter.entry;
      this.teller.begin(chapter);
      this.#beats = [...chapter.beats];
      if (this.#beats.length > 0) {
        this.#step();
        return;
      }
    }
    this.entry = null;
    this.beat = null;
    for (const act of this.#afterwards.splice(0)) act();
  }

  #step(): void {
    const beat = this.#beats.shift();
    if (!beat) {
      this.#next();
      return;
    }
    this.beat = beat;
    this.teller.show(beat);
    this.#timer = setTimeout(() => this.#step(), beat.milliseconds);
  }
}
