/** A course of plies that is told on the board, by itself or step by step: a turn of a puzzle, and the replies to it. */

import type { AnyPosition, AnyTeller, AnyTitle, Beat } from "../games/title";
import type { OutcomeInfo, PlyInfo, PuzzleReplies, ReplayStep } from "../messages";
import { merge } from "./patch";
import { Story } from "./story.svelte";

/** How long a ply is looked at that its title does not tell as a story. */
const LOOK = 1400;

/** What happens in a ply, moment by moment; every seat's, our own too. */
export function beatsOf(
  title: Pick<AnyTitle, "story" | "marksOf">,
  teller: AnyTeller,
  ply: PlyInfo,
  before: AnyPosition,
  after: AnyPosition,
): Beat<AnyPosition>[] {
  const told = title.story?.({ ...teller, own: null }, [ply], before, after) ?? [];
  if (told.length > 0) return told;
  return [{ position: after, marks: title.marksOf([ply]), plies: [ply], milliseconds: LOOK }];
}

export class Course {
  /** After so many plies. */
  at = $state(0);
  readonly steps: ReplayStep[];
  /** How the game ended with the last step; null: it goes on. */
  readonly outcome: OutcomeInfo | null;
  readonly #positions: AnyPosition[];
  readonly #story: Story<AnyPosition>;

  constructor(
    replies: PuzzleReplies,
    private readonly teller: {
      title: Pick<AnyTitle, "story" | "marksOf">;
      teller: AnyTeller;
      /** A moment is shown: the stage moves, and it is heard. */
      show: (plies: PlyInfo[]) => void;
    },
  ) {
    this.steps = replies.steps;
    this.outcome = replies.outcome;
    this.#positions = [replies.start];
    for (const step of replies.steps) this.#positions.push(merge(this.#positions.at(-1)!, step.changes));
    this.#story = new Story({
      begin: ({ entry }) => (this.at = entry.number),
      show: ({ plies }) => this.teller.show(plies),
    });
  }

  get isTelling(): boolean {
    return this.#story.isTelling;
  }
  get isAtEnd(): boolean {
    return this.at === this.steps.length;
  }
  /** The ply that is on the board; null: none yet. */
  get ply(): PlyInfo | null {
    return this.steps[this.at - 1]?.ply ?? null;
  }
  get position(): AnyPosition {
    return this.#story.beat?.position ?? this.#positions[this.at]!;
  }
  get marks(): string[] {
    return this.#story.beat?.marks ?? (this.ply ? this.teller.title.marksOf([this.ply]) : []);
  }

  /** Tells on from here to the end. */
  play(): void {
    for (let number = this.at; number < this.steps.length; number++) this.#tell(number);
  }

  /** Goes to a step; the next one is told as it happens, unless nothing shall move. */
  go(to: number, isMoving: boolean): void {
    this.stop();
    const wanted = Math.max(0, Math.min(this.steps.length, to));
    if (isMoving && wanted === this.at + 1) this.#tell(this.at);
    else this.at = wanted;
  }

  /** Leaves off where it is. */
  stop(): void {
    const { at } = this;
    this.#story.close();
    this.#story.skip();
    this.at = at;
  }

  #tell(number: number): void {
    const { ply } = this.steps[number]!;
    const [before, after] = [this.#positions[number]!, this.#positions[number + 1]!];
    this.#story.add({
      entry: { kind: "played", number: number + 1, at: 0, seat: ply.seat, by: "bot", plies: [ply] },
      beats: beatsOf(this.teller.title, this.teller.teller, ply, before, after),
    });
  }
}
