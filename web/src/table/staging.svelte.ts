/** A turn that is laid out but not confirmed. What is legal and what would follow, the server says. */

import type { AnyPosition, Picking } from "../games/title";
import type { Choice, PreviewResult } from "../messages";
import { sentenceOf, type Refused } from "../net/api";
import { merge } from "./patch";

export interface StagingSource<P> {
  position: () => P | null;
  choice: () => Choice | null;
  /** Tries out the first moves of a turn. */
  preview: (moves: string) => Promise<PreviewResult>;
  /** Takes a whole turn. */
  act: (moves: string) => Promise<unknown>;
  /** Where the staged turn survives a refresh; null: nowhere. */
  storage: () => string | null;
}

/** A pointer that rushes across the board asks only where it rests. */
const REST = 30;

/** Words as a player or a bot writes them; second halves are joined to the first, and the end needs no word. */
function movesIn(text: string): string[] {
  const moves: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    if (word === "" || word === "done") continue;
    if (/^[=>]/.test(word) && moves.length > 0) moves[moves.length - 1] += word;
    else moves.push(word);
  }
  return moves;
}

export class Staging<P extends AnyPosition, K extends Picking> {
  moves = $state.raw<string[]>([]);
  problem = $state<string | null>(null);
  isSending = $state(false);
  readonly source: StagingSource<P>;
  /** What the player holds; it is the title's. */
  readonly picking: K;
  #results = $state.raw<Record<string, PreviewResult>>({});
  #version = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new Map<string, Promise<PreviewResult | null>>();

  constructor(source: StagingSource<P>, pickUp: (staging: Staging<P, K>) => K) {
    this.source = source;
    this.picking = pickUp(this);
  }

  /** Of the choice that moves are laid out for; null: there is none. */
  get version(): number | null {
    return this.#version;
  }

  /** To be called when the choice has changed: what was staged for another version is gone. */
  refresh(): void {
    const choice = this.source.choice();
    const version = choice ? choice.version : null;
    if (version === this.#version) return;
    this.#version = version;
    this.#reset();
    if (!choice) return;
    this.picking.begin?.();
    void this.#restore(choice);
  }

  /** Takes everything back. */
  clear(): void {
    this.#reset();
    this.#keep();
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.moves = [];
    this.problem = null;
    this.isSending = false;
    this.#results = {};
    this.#asked.clear();
    this.picking.drop();
  }

  // --- what is there ---

  seat: number = $derived.by(() => {
    return this.source.choice()?.seat ?? 0;
  });

  text: string = $derived.by(() => {
    return this.moves.join(" ");
  });

  /** The server's answer about all that is laid out. */
  result: PreviewResult | null = $derived.by(() => {
    return this.answerTo(this.text);
  });

  /** Whether the server has not answered yet about what is staged. */
  get isWaiting(): boolean {
    return this.text !== "" && this.result === null;
  }

  answerTo(text: string): PreviewResult | null {
    return text === "" ? null : (this.#results[text] ?? null);
  }

  /** What can come after these moves, as far as the server has said. */
  legalAfter(text: string): string[] {
    if (text === "") return this.source.choice()?.legal ?? [];
    return this.answerTo(text)?.choice.legal ?? [];
  }

  /** These moves after all that is laid out. */
  textWith(...more: string[]): string {
    return [...this.moves, ...more].join(" ");
  }

  /** What would be, with what the pointer would do. */
  expected: PreviewResult | null = $derived.by(() => {
    const supposed = this.picking.supposed;
    return (supposed === null ? null : this.answerTo(this.textWith(supposed))) ?? this.result;
  });

  /** The position with everything that is staged, and with what the pointer would do. */
  shown: P | null = $derived.by(() => {
    const position = this.source.position();
    return position && merge(position, this.expected?.changes);
  });

  /** The turn that Confirm would send; null: there is none yet. */
  get turn(): string | null {
    if (this.text === "") return this.picking.forced;
    return !this.picking.isHalf && this.result?.choice.is_whole ? this.text : null;
  }

  get canUndo(): boolean {
    return this.moves.length > this.picking.fixed || this.picking.isHolding;
  }

  // --- what the player does ---

  /** Lays out one move more. */
  stage(token: string): void {
    this.picking.drop();
    this.layOut([...this.moves, token]);
  }

  /** Lays out just these moves. */
  layOut(moves: string[]): void {
    clearTimeout(this.#timer);
    this.moves = moves;
    this.#keep();
    if (moves.length > 0 && this.picking.isAskable(moves)) void this.ask(this.text);
  }

  /** Lays out a whole turn that was typed, or that the bot would play. */
  async lay(text: string): Promise<boolean> {
    const moves = movesIn(text);
    if (moves.length === 0) return false;
    const version = this.#version;
    try {
      const result = await this.source.preview(moves.join(" "));
      if (version !== this.#version) return false;
      this.#results = { ...this.#results, [moves.join(" ")]: result };
    } catch (reason) {
      if (version === this.#version) this.problem = sentenceOf(reason);
      return false;
    }
    this.problem = null;
    this.picking.drop();
    this.layOut(moves);
    return true;
  }

  /** Takes the last thing back; nothing has happened yet. */
  undo(): void {
    this.problem = null;
    if (!this.picking.putBack() && this.moves.length > 0) this.layOut(this.moves.slice(0, -1));
  }

  /** Sends the whole turn. What is laid out stays until the server has taken it. */
  async confirm(): Promise<void> {
    const turn = this.turn;
    if (this.isSending || turn === null) return;
    const version = this.#version;
    this.isSending = true;
    this.problem = null;
    try {
      await this.source.act(turn);
      // The next decision may be here already, and something laid out for it.
      if (version === this.#version) this.clear();
      else this.#keep();
    } catch (reason) {
      if (version !== this.#version) return;
      this.problem = sentenceOf(reason);
      this.isSending = false;
    }
  }

  // --- the server's answers ---

  /** Asks what would follow, once for each text; null: no answer, or not any more. */
  ask(text: string): Promise<PreviewResult | null> {
    const asked = this.#asked.get(text) ?? this.#ask(text);
    this.#asked.set(text, asked);
    return asked;
  }

  async #ask(text: string): Promise<PreviewResult | null> {
    const known = this.answerTo(text);
    if (known) return known;
    const version = this.#version;
    try {
      const result = await this.source.preview(text);
      if (version !== this.#version) return null;
      this.#results = { ...this.#results, [text]: result };
      return result;
    } catch (reason) {
      if (version !== this.#version) return null;
      this.#asked.delete(text);
      // Without a line nothing was refused: it is asked again when the line is back.
      if ((reason as Refused).code !== "offline" && text === this.text) {
        this.layOut(this.moves.slice(0, -1));
        this.problem = sentenceOf(reason);
      }
      return null;
    }
  }

  /** Asks about what is laid out and this move, if the pointer rests. */
  askSoon(token: string | null): void {
    clearTimeout(this.#timer);
    if (token !== null) this.#timer = setTimeout(() => void this.ask(this.textWith(token)), REST);
  }

  /** After a broken connection: asks again what was left open. */
  askAgain(): void {
    if (this.isWaiting && this.picking.isAskable(this.moves)) void this.ask(this.text);
    this.picking.askAgain();
  }

  // --- across a refresh ---

  #keep(): void {
    const key = this.source.storage();
    if (!key) return;
    if (this.moves.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ version: this.#version, moves: this.moves }));
  }

  async #restore(choice: Choice): Promise<void> {
    const key = this.source.storage();
    const kept = key ? localStorage.getItem(key) : null;
    if (!key || !kept) return;
    const { version, moves } = JSON.parse(kept) as { version: number; moves: string[] };
    if (version !== choice.version) {
      localStorage.removeItem(key);
      return;
    }
    this.moves = moves;
    if (!this.picking.isAskable(moves)) return;
    await this.ask(this.text);
    // A turn that is refused as a whole is no longer one from which a move could be taken back.
    if (this.problem && version === this.#version) this.clear();
  }
}
