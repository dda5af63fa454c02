/** A review that is asked for, waited for, and read. */

import type { ReviewStatus } from "../messages";
import { api, sentenceOf } from "../net/api";
import type { Review } from "./review";

/** Between two looks at how far it is; longer after failures. */
const LOOK = 1500;

export class Asking {
  status = $state.raw<ReviewStatus | null>(null);
  review = $state.raw<Review | null>(null);
  problem = $state("");
  readonly #table: string;
  readonly #key: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(table: string, key: string | null) {
    this.#table = table;
    this.#key = key;
  }

  /** Looks whether there is one already, and waits for one that is being made. */
  look(): Promise<void> {
    return this.#take(api.reviewStatus(this.#table, this.#key));
  }

  /** Asks for one. */
  ask(): Promise<void> {
    this.problem = "";
    return this.#take(api.askReview(this.#table, this.#key));
  }

  /** Asks for one by the judge of today, in the place of an older one. */
  async askAnew(): Promise<void> {
    await this.ask();
    if (!this.problem) this.review = null;
  }

  /** From now on nobody waits. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #take(answer: Promise<ReviewStatus>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.status = await answer;
      this.problem = "";
      if (this.status.status === "done" && this.review === null)
        this.review = await api.reviewResult<Review>(this.#table, this.#key);
    } catch (reason) {
      this.problem = sentenceOf(reason);
    }
    const isLooking = this.status?.status === "waiting" || (this.problem !== "" && this.status !== null);
    if (isLooking && !this.#isClosed) this.#timer = setTimeout(() => void this.look(), LOOK);
  }
}
