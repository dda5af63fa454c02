/** What a player of Samurai holds: a tile, a caste to place, the first half of a switch or a move. */

import { session } from "../../net/session.svelte";
import { sound } from "../../parts/sound";
import { language } from "../../words/language.svelte";
import type { Picking } from "../title";
import { CASTES, letterOf, orderTiles, parseToken, tileOf, type CasteName } from "./tokens";
import type { SamuraiInfo, SamuraiPosition, SamuraiScene, SamuraiStaging, Take } from "./types";
import { words } from "./words";

export interface PlacedTile {
  space: string;
  seat: number;
  tile: string;
}

/** What of the board others need: where a pointer is, and a way to it by keyboard. */
export interface Surface {
  spaceAt: (x: number, y: number) => string | null;
  focusOn: (space: string | null) => void;
}

export class SamuraiPicking implements Picking {
  /** Which tile of the hand is in the player's fingers, or which caste. */
  selected = $state<number | null>(null);
  /** The first half of a move tile's play. */
  half = $state<string | null>(null);
  /** The piece that a switch begins with, as "space.caste". */
  switchFrom = $state<string | null>(null);
  /** Pieces to choose from, where a settlement was picked that has several. */
  several = $state.raw<string[]>([]);
  hovered = $state<string | null>(null);
  surface = $state.raw<Surface | null>(null);
  /** Whether all further pieces are placed at random, without asking. */
  isPlacingRest = $state(false);
  #lastCaste: number | null = null;
  #pairs = $state.raw<Record<string, string[]>>({});

  constructor(
    readonly staging: SamuraiStaging,
    readonly board: SamuraiInfo,
  ) {}

  // --- what is there ---

  phase: SamuraiPosition["phase"] = $derived.by(() => {
    return this.staging.source.position()?.phase ?? "over";
  });

  /** What can come next, after the half of a move too. */
  legal: string[] = $derived.by(() => {
    return this.staging.legalAfter(this.half ? this.staging.textWith(this.half) : this.staging.text);
  });

  readonly fixed = 0;
  get isHolding(): boolean {
    return this.half !== null || this.selected !== null || this.switchFrom !== null;
  }

  get isHalf(): boolean {
    return this.half !== null || this.switchFrom !== null;
  }

  get forced(): string | null {
    const legal = this.staging.legalAfter("");
    return legal.length === 1 && legal[0] === "pass" ? "pass" : null;
  }

  get mustPass(): boolean {
    return this.staging.text === "" && this.forced !== null;
  }

  get confirmLabel(): string {
    const { confirmHand, confirmPass, confirmPiece } = words.now;
    if (this.mustPass) return confirmPass;
    const { confirm, confirmTurn } = language.words;
    return { choosing: confirmHand, placing: confirmPiece, playing: confirmTurn, over: confirm }[this.phase];
  }

  /** A part of a first hand is no beginning of a turn: its tiles are named in the order of the rules. */
  isAskable(moves: readonly string[]): boolean {
    return this.phase !== "choosing" || moves.length === this.board.hand_size;
  }

  /** The tiles in hand, in order, with those that are staged. */
  hand: { tile: string; isUsed: boolean; isPlayable: boolean }[] = $derived.by(() => {
    const hand = orderTiles(this.staging.source.position()?.seats[String(this.staging.seat)]?.hand ?? []);
    const used = this.staging.moves.map(tileOf).filter((tile) => tile !== null);
    const playable = new Set(this.playableTiles);
    return hand.map((tile) => {
      const at = used.indexOf(tile);
      if (at >= 0) used.splice(at, 1);
      return { tile, isUsed: at >= 0, isPlayable: playable.has(tile) };
    });
  });

  /** The tiles that can still be played in this turn. */
  playableTiles: string[] = $derived.by(() => {
    const legal = this.staging.legalAfter(this.staging.text);
    return [...new Set(legal.map(tileOf).filter((tile) => tile !== null))];
  });

  selectedTile: string | null = $derived.by(() => {
    if (this.selected === null || this.phase !== "playing") return null;
    return this.hand[this.selected]?.tile ?? null;
  });

  selectedCaste: CasteName | null = $derived.by(() => {
    return this.phase === "placing" && this.selected !== null ? (CASTES[this.selected] ?? null) : null;
  });

  /** What picking a space would do: its tokens; for a switch, its pieces. */
  targets: Map<string, string[]> = $derived.by(() => {
    const targets = new Map<string, string[]>();
    const add = (space: string, token: string): void => void targets.set(space, [...(targets.get(space) ?? []), token]);
    const tile = this.selectedTile;
    if (tile === "x") {
      for (const piece of this.litPieces) add(piece.split(".")[0]!, piece);
      return targets;
    }
    for (const token of this.legal) {
      const parsed = parseToken(token);
      if (parsed.kind === "put" && parsed.caste === this.selectedCaste) add(parsed.space, token);
      else if (parsed.kind === "move-to" && this.half) add(parsed.to, token);
      else if (!this.half && parsed.kind === "tile" && parsed.tile === tile) add(parsed.space, token);
      else if (!this.half && parsed.kind === "move" && tile === "m") add(parsed.from, token);
    }
    return targets;
  });

  /** The pieces that a switch can take now. */
  litPieces: Set<string> = $derived.by(() => {
    if (this.selectedTile !== "x") return new Set();
    return new Set(this.switchFrom ? (this.#pairs[this.switchFrom] ?? []) : Object.keys(this.#pairs));
  });

  get canSwitchSame(): boolean {
    return this.selectedTile === "x" && !this.switchFrom && this.legal.includes("x:same");
  }

  supposed: string | null = $derived.by(() => {
    const tokens = this.hovered ? this.targets.get(this.hovered) : undefined;
    if (!tokens || tokens.length !== 1) return null;
    const token = tokens[0]!;
    const parsed = parseToken(token);
    if (parsed.kind === "tile" || parsed.kind === "put") return token;
    if (parsed.kind === "move-to" && this.half) return this.half + token;
    return null;
  });

  /** What would be captured. */
  takes: Take[] = $derived.by(() => {
    return this.staging.expected?.takes ?? [];
  });

  /** Why the game would end. */
  get ends(): string | null {
    return this.staging.expected?.ends ?? null;
  }

  stagedTiles: PlacedTile[] = $derived.by(() => {
    return this.staging.moves.flatMap((token) => this.#tilesOf(token));
  });

  ghost: PlacedTile | null = $derived.by(() => {
    return this.supposed ? (this.#tilesOf(this.supposed)[0] ?? null) : null;
  });

  #tilesOf(token: string): PlacedTile[] {
    const parsed = parseToken(token);
    const seat = this.staging.seat;
    if (parsed.kind === "tile") return [{ space: parsed.space, seat, tile: parsed.tile }];
    if (parsed.kind === "move" && parsed.to) {
      const moved = this.staging.source.position()?.tiles[parsed.from];
      return moved
        ? [
            { space: parsed.to, seat, tile: moved.tile },
            { space: parsed.from, seat, tile: "m" },
          ]
        : [];
    }
    return [];
  }

  // --- what the player does ---

  select(index: number | null): void {
    this.staging.problem = null;
    this.half = null;
    this.switchFrom = null;
    this.selected = this.selected === index ? null : index;
    if (this.selectedTile === "x") void this.#loadPairs();
  }

  /** Takes up a caste to place. The one in hand stays there; what was laid out goes back. */
  takeCaste(index: number): void {
    if (this.staging.moves.length > 0) this.staging.clear();
    if (this.selected !== index) this.select(index);
  }

  hover(space: string | null): void {
    if (this.hovered === space) return;
    this.hovered = space;
    this.staging.askSoon(this.supposed);
  }

  /** Picks a space; where it holds several pieces, these are to choose from. */
  pick(space: string): void {
    const tokens = this.targets.get(space) ?? [];
    if (tokens.length > 1) this.several = tokens;
    else if (tokens.length === 1) this.take(tokens[0]!);
  }

  /** One of the tokens that `targets` names. */
  take(token: string): void {
    this.several = [];
    if (this.selectedTile === "x") {
      if (!this.switchFrom) this.switchFrom = token;
      else this.staging.stage(switchToken(this.switchFrom, token));
      return;
    }
    const parsed = parseToken(token);
    if (parsed.kind === "move" && !parsed.to) {
      this.half = token;
      void this.staging.ask(this.staging.textWith(token));
    } else if (parsed.kind === "move-to") this.staging.stage(this.half + token);
    else if (parsed.kind === "put") {
      // The caste stays in hand, for the next piece too.
      this.#lastCaste = this.selected;
      this.hovered = null;
      this.staging.layOut([token]);
    } else this.staging.stage(token);
  }

  /** Takes back what was laid on a space; false: nothing was. What was laid after it stays. */
  takeBack(space: string): boolean {
    const { moves } = this.staging;
    const at = moves.findLastIndex((token) => {
      const parsed = parseToken(token);
      return (
        (parsed.kind === "tile" || parsed.kind === "put" ? parsed.space : parsed.kind === "move" && parsed.to) === space
      );
    });
    if (at < 0) return false;
    this.drop();
    this.staging.problem = null;
    this.staging.layOut(moves.filter((_, n) => n !== at));
    return true;
  }

  takeSame(): void {
    this.staging.stage("x:same");
  }

  /** For choosing the first hand: takes a tile, or puts it back. */
  choose(tile: string, count: number): void {
    const others = this.staging.moves.filter((token) => token !== tile);
    if (others.length + count > this.board.hand_size) return;
    this.staging.layOut([...others, ...Array<string>(count).fill(tile)]);
  }

  putBack(): boolean {
    if (this.half) this.half = null;
    else if (this.switchFrom) this.switchFrom = null;
    else if (this.selected !== null) this.selected = null;
    else return false;
    return true;
  }

  drop(): void {
    this.selected = null;
    this.half = null;
    this.switchFrom = null;
    this.several = [];
    this.hovered = null;
    this.#pairs = {};
  }

  /** A new decision: a caste that was placed before is taken up again, or the rest is placed. */
  begin(): void {
    if (this.phase !== "placing") return;
    const legal = this.staging.legalAfter("").filter((token) => parseToken(token).kind === "put");
    if (this.isPlacingRest && legal.length > 0) {
      const chosen = legal[Math.floor(Math.random() * legal.length)]!;
      void this.staging.lay(chosen).then(() => this.staging.confirm());
    } else if (
      this.#lastCaste !== null &&
      legal.some((token) => token.startsWith(letterOf(CASTES[this.#lastCaste!]!) + "@"))
    )
      this.selected = this.#lastCaste;
  }

  placeRest(): void {
    this.isPlacingRest = true;
    this.begin();
  }

  askAgain(): void {
    if (this.selectedTile === "x" && Object.keys(this.#pairs).length === 0) void this.#loadPairs();
  }

  /** Every pair that can be exchanged, in either order. */
  async #loadPairs(): Promise<void> {
    const before = this.staging.moves;
    const pairs: Record<string, string[]> = {};
    const add = (one: string, other: string): void => void (pairs[one] = [...(pairs[one] ?? []), other]);
    const firsts = this.legal.filter((token) => token.startsWith("x:") && token !== "x:same");
    await Promise.all(
      firsts.map(async (token) => {
        const result = await this.staging.ask(this.staging.textWith(token));
        const parsed = parseToken(token);
        if (!result || parsed.kind !== "switch") return;
        const first = `${parsed.first.space}.${parsed.first.caste}`;
        for (const legal of result.choice.legal) {
          const second = parseToken(legal);
          if (second.kind !== "switch-second") continue;
          const other = `${second.second.space}.${second.second.caste}`;
          add(first, other);
          add(other, first);
        }
      }),
    );
    if (this.staging.moves === before) this.#pairs = pairs;
  }
}

/** The first piece of a switch is the one of the lower caste; the player need not care. */
function switchToken(one: string, other: string): string {
  const order = (piece: string): number => CASTES.indexOf(piece.split(".")[1] as CasteName);
  const [first, second] = order(one) <= order(other) ? [one, other] : [other, one];
  const short = (piece: string): string => piece.split(".")[0]! + "." + piece.split(".")[1]![0]!;
  return `x:${short(first)}=${short(second)}`;
}

/** Picks a lit space, and lets it be heard at a table. */
export function pickSpace(scene: SamuraiScene, space: string): void {
  const { picking } = scene.staging;
  picking.pick(space);
  if (!scene.isReplay && picking.several.length === 0) sound("place", session.preferences.sound);
}
