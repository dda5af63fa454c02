/** A turn that is laid out but not confirmed. What is legal and what would follow, the server says. */

import type { SamuraiPosition } from "../games/samurai/messages";
import type { Choice, PreviewResult, Take } from "../messages";
import { Refused } from "../net/api";
import { merge } from "./patch";
import { orderTiles, parseToken, tileOf, type CasteName } from "./tokens";

export interface StagedTile {
  space: string;
  seat: number;
  tile: string;
}

export interface StagingSource {
  position: () => SamuraiPosition | null;
  choice: () => Choice | null;
  /** Tries out the first moves of a turn. */
  preview: (moves: string) => Promise<PreviewResult>;
  /** Where the staged turn survives a refresh; null: nowhere. */
  storage: () => string | null;
}

/** A pointer that rushes across the board asks only where it rests. */
const REST = 30;

export class Staging {
  moves = $state.raw<string[]>([]);
  /** The first half of a move tile's play. */
  half = $state<string | null>(null);
  /** The piece that a switch begins with, as "space.caste". */
  switchFrom = $state<string | null>(null);
  /** Which tile of the hand is in the player's fingers, or which caste. */
  selected = $state<number | null>(null);
  hovered = $state<string | null>(null);
  problem = $state<string | null>(null);
  isSending = $state(false);
  #results = $state.raw<Record<string, PreviewResult>>({});
  #pairs = $state.raw<Record<string, string[]>>({});
  #version = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new Set<string>();

  readonly source: StagingSource;

  constructor(source: StagingSource) {
    this.source = source;
  }

  /** To be called when the choice has changed: what was staged for another version is gone. */
  refresh(): void {
    const choice = this.source.choice();
    const version = choice ? choice.version : null;
    if (version === this.#version) return;
    this.#version = version;
    this.clear(false);
    if (choice) void this.#restore(choice);
  }

  clear(isForgotten = true): void {
    this.moves = [];
    this.half = null;
    this.switchFrom = null;
    this.selected = null;
    this.hovered = null;
    this.problem = null;
    this.isSending = false;
    this.#results = {};
    this.#pairs = {};
    this.#asked.clear();
    if (isForgotten) this.#keep();
  }

  // --- what is there ---

  phase: SamuraiPosition["phase"] = $derived.by(() => {
    return this.source.position()?.phase ?? "over";
  });

  seat: number = $derived.by(() => {
    return this.source.choice()?.seat ?? 0;
  });

  text: string = $derived.by(() => {
    return this.moves.join(" ");
  });

  result: PreviewResult | null = $derived.by(() => {
    return this.text === "" ? null : (this.#results[this.text] ?? null);
  });

  /** Whether the server has not answered yet about what is staged. */
  get isWaiting(): boolean {
    return this.text !== "" && this.result === null;
  }

  legal: string[] = $derived.by(() => {
    const text = [...this.moves, ...(this.half ? [this.half] : [])].join(" ");
    if (text === "") return this.source.choice()?.legal ?? [];
    return this.#results[text]?.choice.legal ?? [];
  });

  get isWhole(): boolean {
    if (this.half || this.switchFrom) return false;
    return this.text === "" ? false : (this.result?.choice.is_whole ?? false);
  }

  get mustPass(): boolean {
    return this.text === "" && this.legal.length === 1 && this.legal[0] === "pass";
  }

  /** The tiles in hand, in order, with those that are staged. */
  hand: { tile: string; isUsed: boolean; isPlayable: boolean }[] = $derived.by(() => {
    const hand = orderTiles(this.source.position()?.seats[String(this.seat)]?.hand ?? []);
    const used = this.moves.map(tileOf).filter((tile) => tile !== null);
    const playable = new Set(this.playableTiles);
    return hand.map((tile) => {
      const at = used.indexOf(tile);
      if (at >= 0) used.splice(at, 1);
      return { tile, isUsed: at >= 0, isPlayable: playable.has(tile) };
    });
  });

  /** The tiles that can still be played in this turn. */
  playableTiles: string[] = $derived.by(() => {
    const text = this.text;
    const legal = text === "" ? (this.source.choice()?.legal ?? []) : (this.#results[text]?.choice.legal ?? []);
    return [...new Set(legal.map(tileOf).filter((tile) => tile !== null))];
  });

  selectedTile: string | null = $derived.by(() => {
    if (this.selected === null || this.phase !== "play") return null;
    return this.hand[this.selected]?.tile ?? null;
  });

  selectedCaste: CasteName | null = $derived.by(() => {
    return this.phase === "pieces" && this.selected !== null ? (["buddha", "rice", "castle"] as const)[this.selected]! : null;
  });

  /** What picking a space would do: its tokens. */
  targets: Map<string, string[]> = $derived.by(() => {
    const targets = new Map<string, string[]>();
    const add = (space: string, token: string): void => void targets.set(space, [...(targets.get(space) ?? []), token]);
    const tile = this.selectedTile;
    if (this.phase === "play" && tile === "x") {
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

  /** The move that the pointer over a space would make. */
  ghostToken: string | null = $derived.by(() => {
    const tokens = this.hovered ? this.targets.get(this.hovered) : undefined;
    if (!tokens || tokens.length !== 1) return null;
    const token = tokens[0]!;
    const parsed = parseToken(token);
    if (parsed.kind === "tile" || parsed.kind === "put") return token;
    if (parsed.kind === "move-to" && this.half) return this.half + token;
    return null;
  });

  ghostResult: PreviewResult | null = $derived.by(() => {
    const token = this.ghostToken;
    return token ? (this.#results[[...this.moves, token].join(" ")] ?? null) : null;
  });

  /** The position with everything that is staged, and what the pointer would do. */
  shown: SamuraiPosition | null = $derived.by(() => {
    const position = this.source.position();
    if (!position) return null;
    return merge(position, (this.ghostResult ?? this.result)?.changes);
  });

  takes: Take[] = $derived.by(() => {
    return (this.ghostResult ?? this.result)?.takes ?? [];
  });

  get ends(): string | null {
    return (this.ghostResult ?? this.result)?.ends ?? null;
  }

  stagedTiles: StagedTile[] = $derived.by(() => {
    return this.moves.flatMap((token) => this.#tilesOf(token));
  });

  ghost: StagedTile | null = $derived.by(() => {
    const token = this.ghostToken;
    return token ? (this.#tilesOf(token)[0] ?? null) : null;
  });

  #tilesOf(token: string): StagedTile[] {
    const parsed = parseToken(token);
    const seat = this.seat;
    if (parsed.kind === "tile") return [{ space: parsed.space, seat, tile: parsed.tile }];
    if (parsed.kind === "move" && parsed.to) {
      const moved = this.source.position()?.tiles[parsed.from];
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
    this.problem = null;
    this.half = null;
    this.switchFrom = null;
    this.selected = this.selected === index ? null : index;
    if (this.selectedTile === "x") void this.#loadPairs();
  }

  hover(space: string | null): void {
    if (this.hovered === space) return;
    this.hovered = space;
    clearTimeout(this.#timer);
    const token = this.ghostToken;
    if (token) this.#timer = setTimeout(() => void this.#ask([...this.moves, token].join(" ")), REST);
  }

  /** Picks a space; returns the tokens to choose from where it holds several pieces. */
  pick(space: string): string[] {
    const tokens = this.targets.get(space) ?? [];
    if (tokens.length === 1) this.take(tokens[0]!);
    return tokens.length > 1 ? tokens : [];
  }

  /** One of the tokens that `targets` names. */
  take(token: string): void {
    if (this.selectedTile === "x") {
      if (!this.switchFrom) this.switchFrom = token;
      else this.#stage(this.#switchToken(this.switchFrom, token));
      return;
    }
    const parsed = parseToken(token);
    if (parsed.kind === "move" && !parsed.to) {
      this.half = token;
      void this.#ask([...this.moves, token].join(" "));
    } else if (parsed.kind === "move-to") this.#stage(this.half + token);
    else if (parsed.kind === "put") {
      const caste = this.selected;
      this.moves = [];
      this.#stage(token);
      this.selected = caste;
    } else this.#stage(token);
  }

  takeSame(): void {
    this.#stage("x:same");
  }

  /** The first piece of a switch is the one of the lower caste; the player need not care. */
  #switchToken(one: string, other: string): string {
    const order = ["buddha", "rice", "castle"];
    const key = (piece: string): number => order.indexOf(piece.split(".")[1]!);
    const [first, second] = key(one) <= key(other) ? [one, other] : [other, one];
    const short = (piece: string): string => piece.split(".")[0]! + "." + piece.split(".")[1]![0]!;
    return `x:${short(first!)}=${short(second!)}`;
  }

  #stage(token: string): void {
    clearTimeout(this.#timer);
    this.moves = [...this.moves, token];
    this.half = null;
    this.switchFrom = null;
    this.selected = null;
    this.hovered = null;
    this.#pairs = {};
    this.#keep();
    void this.#ask(this.text);
  }

  /** For choosing the first hand: takes a tile, or puts it back. */
  choose(tile: string, count: number, handSize: number): void {
    const others = this.moves.filter((token) => token !== tile);
    if (others.length + count > handSize) return;
    this.moves = [...others, ...Array<string>(count).fill(tile)];
    this.#keep();
    // A part of a hand is no beginning of a turn: tiles are named in the order of the rules.
    if (this.moves.length === handSize) void this.#ask(this.text);
  }

  /** Lays out a whole turn that was typed, or that the bot would play. */
  async lay(text: string): Promise<boolean> {
    const words = text.trim().split(/\s+/).filter((word) => word !== "" && word !== "done");
    const moves = words.reduce<string[]>((all, word) => {
      if ((word.startsWith("=") || word.startsWith(">")) && all.length > 0) all[all.length - 1] += word;
      else all.push(word);
      return all;
    }, []);
    if (moves.length === 0) return false;
    try {
      const result = await this.source.preview(moves.join(" "));
      this.#results = { ...this.#results, [moves.join(" ")]: result };
      this.moves = moves;
      this.half = this.switchFrom = this.selected = this.hovered = null;
      this.problem = null;
      this.#keep();
      return true;
    } catch (reason) {
      this.problem = (reason as Refused).message;
      return false;
    }
  }

  /** Takes the last thing back; nothing has happened yet. */
  undo(): void {
    this.problem = null;
    if (this.half) this.half = null;
    else if (this.switchFrom) this.switchFrom = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.moves.length > 0) {
      this.moves = this.moves.slice(0, -1);
      this.#keep();
      if (this.text !== "" && this.phase !== "hands") void this.#ask(this.text);
    }
  }

  get canUndo(): boolean {
    return this.moves.length > 0 || this.half !== null || this.selected !== null || this.switchFrom !== null;
  }

  /** After a broken connection: asks again what was left open. */
  askAgain(): void {
    this.#asked.clear();
    if (this.text !== "" && !this.result) void this.#ask(this.text);
    if (this.selectedTile === "x" && Object.keys(this.#pairs).length === 0) void this.#loadPairs();
  }

  // --- the server's answers ---

  async #ask(text: string): Promise<PreviewResult | null> {
    const known = this.#results[text];
    if (known) return known;
    if (this.#asked.has(text)) return null;
    this.#asked.add(text);
    const version = this.#version;
    try {
      const result = await this.source.preview(text);
      if (version !== this.#version) return null;
      this.#results = { ...this.#results, [text]: result };
      return result;
    } catch (reason) {
      this.#asked.delete(text);
      const refused = reason as Refused;
      if (refused.code !== "offline" && text === this.text) {
        this.problem = refused.message;
        this.moves = this.moves.slice(0, -1);
        this.#keep();
      }
      return null;
    }
  }

  /** Every pair that can be exchanged, in either order. */
  async #loadPairs(): Promise<void> {
    const before = this.moves;
    const pairs: Record<string, string[]> = {};
    const add = (one: string, other: string): void => void (pairs[one] = [...(pairs[one] ?? []), other]);
    const firsts = this.legal.filter((token) => token.startsWith("x:") && token !== "x:same");
    await Promise.all(
      firsts.map(async (token) => {
        const result = await this.#ask([...before, token].join(" "));
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
    if (this.moves === before) this.#pairs = pairs;
    this.#asked.clear();
  }

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
    if (this.phase === "hands") return;
    if (!(await this.lay(moves.join(" "))) && this.problem) this.clear();
  }
}
