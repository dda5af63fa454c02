/** What a player of History holds: nothing but the choice between a counter and a castle. One click lays a move out. */

import type { PlyInfo } from "../../messages";
import { language } from "../../words/language.svelte";
import type { Picking } from "../title";
import { areaOf, parseToken } from "./tokens";
import type { HistoryInfo, HistoryPosition, HistoryStaging } from "./types";
import { words } from "./words";

export class HistoryPicking implements Picking {
  /** Whether the next click builds a castle. */
  isBuilding = $state(false);
  hovered = $state<string | null>(null);
  /** The event card that is being read. */
  reading = $state<string | null>(null);
  /** The area that is being looked at. */
  looked = $state<string | null>(null);
  /** The last fight, and the last scoring of this seat, until something else is done. */
  thrown = $state.raw<PlyInfo | null>(null);
  scored = $state.raw<PlyInfo | null>(null);
  /** The fight whose dice have not come to rest. */
  rolling = $state.raw<PlyInfo | null>(null);

  constructor(
    readonly staging: HistoryStaging,
    readonly board: HistoryInfo,
  ) {}

  // --- what is there ---

  position: HistoryPosition | null = $derived.by(() => {
    return this.staging.shown;
  });

  /** Whether the last move ends what can be laid out: dice follow, or somebody else. */
  isComplete: boolean = $derived.by(() => {
    const answer = this.staging.result;
    return answer !== null && answer.choice.is_whole && answer.choice.legal.length === 0;
  });

  /** The moves that stay when another one is chosen. */
  kept: string[] = $derived.by(() => {
    return this.isComplete ? this.staging.moves.slice(0, -1) : this.staging.moves;
  });

  /** What can be chosen now; the last move of a complete turn can be chosen again. */
  legal: string[] = $derived.by(() => {
    return this.staging.legalAfter(this.kept.join(" "));
  });

  /** Where events are over with a word, what comes after it; the word needs no click of its own. */
  afterReady: string[] = $derived.by(() => {
    return this.legal.includes("ready") ? this.staging.legalAfter([...this.kept, "ready"].join(" ")) : [];
  });

  canBuild: boolean = $derived.by(() => {
    return [...this.legal, ...this.afterReady].some((token) => parseToken(token).kind === "castle");
  });

  canPlace: boolean = $derived.by(() => {
    return [...this.legal, ...this.afterReady].some((token) => parseToken(token).kind === "place");
  });

  isCastle: boolean = $derived.by(() => {
    return this.canBuild && (this.isBuilding || !this.canPlace);
  });

  /** The moves that a click on an area would lay out, best first. */
  targets: Map<string, string[][]> = $derived.by(() => {
    const found = new Map<string, string[][]>();
    const add = (area: string, moves: string[]): void => void found.set(area, [...(found.get(area) ?? []), moves]);
    const all = [...this.legal.map((token) => [token]), ...this.afterReady.map((token) => ["ready", token])];
    for (const moves of all) {
      const token = parseToken(moves.at(-1)!);
      if (token.kind === "castle" && this.isCastle) add(token.area, moves);
      else if (token.kind === "place" && !this.isCastle) add(token.area, moves);
      // Own counters of the past give way unless one wants to fight them.
      else if (token.kind === "own" && !this.isCastle) found.set(token.area, [moves, ...(found.get(token.area) ?? [])]);
      else if (token.kind === "capital") add(token.area, moves);
      else if (token.kind === "region")
        for (const province of this.board.regions.find((each) => each.id === token.region)?.provinces ?? [])
          add(province, moves);
    }
    return found;
  });

  /** The event cards that can be played now, with the moves for it. */
  events: Map<string, string[]> = $derived.by(() => {
    const isEvent = (token: string): boolean => parseToken(token).kind === "event";
    const found = new Map<string, string[]>();
    for (const token of this.afterReady.filter(isEvent)) found.set(token, ["ready", token]);
    for (const token of this.legal.filter(isEvent)) found.set(token, [token]);
    return found;
  });

  /** The area that the last move of a complete turn is about. */
  chosen: string | null = $derived.by(() => {
    return this.isComplete ? areaOf(this.staging.moves.at(-1)!) : null;
  });

  /** The move to be told about: the one under the pointer, else the chosen one. */
  considered: string | null = $derived.by(() => {
    const hovered = this.hovered === null ? null : (this.targets.get(this.hovered)?.[0]?.at(-1) ?? null);
    if (hovered !== null || !this.isComplete) return hovered;
    const last = this.staging.moves.at(-1)!;
    return areaOf(last) !== null || parseToken(last).kind === "event" ? last : null;
  });

  /** The other way to enter where own counters of the past stand: the move that would be instead. */
  otherWay: string | null = $derived.by(() => {
    const last = this.staging.moves.at(-1);
    const token = last === undefined ? null : parseToken(last);
    if (!token || (token.kind !== "place" && token.kind !== "own")) return null;
    const other = token.kind === "own" ? token.area : `${token.area}:own`;
    return this.staging.legalAfter(this.staging.moves.slice(0, -1).join(" ")).includes(other) ? other : null;
  });

  /** Counters that are laid out and that the server has not drawn yet. */
  pending: string[] = $derived.by(() => {
    const last = this.staging.isWaiting ? this.staging.moves.at(-1) : undefined;
    const token = last === undefined ? null : parseToken(last);
    return token && (token.kind === "place" || token.kind === "own") ? [token.area] : [];
  });

  /** Areas with counters of the turn that is not confirmed yet. */
  staged: string[] = $derived.by(() => {
    const moves = this.isComplete ? this.kept : this.staging.moves;
    return moves.flatMap((token) => areaOf(token) ?? []);
  });

  // --- for the shell ---

  readonly supposed = null;
  readonly isHalf = false;

  /** So many of the first moves had no other answer. */
  get fixed(): number {
    const moves = this.staging.moves;
    const chosen = moves.findIndex((_, n) => !this.isForced(moves.slice(0, n)));
    return chosen < 0 ? moves.length : chosen;
  }

  get isHolding(): boolean {
    return this.isBuilding;
  }

  get forced(): string | null {
    const legal = this.staging.legalAfter("");
    if (legal.includes("keep")) return "keep";
    return this.staging.source.position()?.phase === "after" && legal.includes("end") ? "end" : null;
  }

  get confirmLabel(): string {
    const w = words.now;
    const last = this.staging.moves.at(-1) ?? this.forced;
    if (last === null) return language.words.confirmTurn;
    const token = parseToken(last);
    switch (token.kind) {
      case "place":
      case "own":
        return this.isComplete ? w.attack(this.areaName(token.area)) : w.goOn;
      case "keep":
        return w.keep(this.cardName(this.drawn ?? ""));
      case "give":
        return w.giveTo(w.crests[token.colour] ?? token.colour);
      case "capital":
        return w.foundIn(this.areaName(token.area));
      case "none":
        return w.foundNone;
      case "event":
        return this.isComplete ? w.playEvent : w.goOn;
      case "end":
        return this.position?.phase === "after" ? w.noEvent : this.isComplete ? w.endTurn : w.goOn;
      default:
        return this.isComplete ? language.words.confirm : w.goOn;
    }
  }

  get drawn(): string | null {
    for (const seat of Object.values(this.position?.seats ?? {}))
      for (const each of Object.values(seat.colours)) if (each.drawn) return each.drawn;
    return null;
  }

  areaName(area: string): string {
    const found = [...this.board.provinces, ...this.board.sea_zones].find((each) => each.id === area);
    return found ? words.now.nameOf(found) : area;
  }

  cardName(card: string): string {
    const found = this.board.daimyo.find((each) => each.id === card);
    return found ? words.now.nameOf(found) : card;
  }

  putBack(): boolean {
    if (this.isBuilding) {
      this.isBuilding = false;
      return true;
    }
    // What had no other answer was not chosen, so it goes with the choice before it.
    const moves = this.staging.moves;
    let end = moves.length;
    while (end > 0 && this.isForced(moves.slice(0, end - 1))) end -= 1;
    if (end > 0) this.staging.layOut(moves.slice(0, end - 1));
    return true;
  }

  /** Whether after these moves there is just one answer. */
  isForced(moves: string[]): boolean {
    return this.staging.legalAfter(moves.join(" ")).length === 1;
  }

  drop(): void {
    this.isBuilding = false;
    this.reading = null;
    this.looked = null;
  }

  isAskable(): boolean {
    return true;
  }

  askAgain(): void {
    this.lookAhead();
  }

  // --- what the player does ---

  /** Lays out what has no other answer, and looks at what comes after the events. */
  lookAhead(): void {
    if (this.staging.isWaiting || this.staging.isSending) return;
    const legal = this.staging.legalAfter(this.staging.text);
    const [only] = legal;
    if (legal.length === 1 && only !== undefined) this.staging.stage(only);
    else if (legal.includes("ready")) void this.staging.ask(this.staging.textWith("ready"));
  }

  /** A click on an area; a second one on the same sends the turn. */
  pick(area: string): void {
    const found = this.targets.get(area);
    if (!found) return;
    if (this.chosen === area) void this.staging.confirm();
    else this.choose(found[0]!);
  }

  /** Lays out these moves after those that stay. */
  choose(moves: string[]): void {
    this.staging.problem = null;
    this.isBuilding = false;
    this.staging.layOut([...this.kept, ...moves]);
  }

  /** The same area, entered the other way. */
  turnAround(): void {
    if (this.otherWay !== null) this.staging.layOut([...this.staging.moves.slice(0, -1), this.otherWay]);
  }

  hover(area: string | null): void {
    this.hovered = area !== null && this.targets.has(area) ? area : null;
  }
}
