/** What a game is to the page: what it gives, and what it is given. The shell knows these types and no game. */

import type { Component } from "svelte";
import type { GameInfo, HintLine, OutcomeInfo, PlyInfo, SeatInfo } from "../messages";
import type { Sound } from "../parts/sound";
import type { Fact, Reason } from "../review/review";
import type { Staging } from "../table/staging.svelte";
import type { Catalogue } from "../words/language.svelte";

/** A position of some game. What else is in it, only its title knows. */
export interface AnyPosition {
  readonly game: string;
}

// --- before it is opened ---

/** A part of the tutorial. Its name is its address, so no two titles have the same. */
export interface LearnStep {
  name: string;
  icon: string;
  lessons: string[];
}

/** What is said of a game in lists, at new tables and on the first page. */
export interface FrontWords {
  name: string;
  headline: string;
  intro: string;
  /** Sets of options, by the names in `Front.presets`. */
  presets: Record<string, { name: string; help: string }>;
  /** What its bots are called, beside those that every game has. */
  bots: Record<string, string>;
  botAbouts: Record<string, string>;
  editions: Record<string, string>;
  /** Rule options by name, as the server names them. */
  options: Record<string, string>;
  /** Their values, as "option.value". */
  values: Record<string, string>;
  /** What is easier in first games, as a setting. */
  gentle?: string;
  /** What can be laid over the board and taken away. */
  overlay: string;
  /** By the name of the part. */
  lessonTitles: Record<string, string>;
  lessonAbouts: Record<string, string>;
}

/** A title before it is opened: little, because the page loads it with the first page. */
export interface Front {
  name: string;
  words: Catalogue<FrontWords>;
  /** Symbols and patterns for the sprite, as SVG. */
  drawings: string;
  steps: LearnStep[];
  /** How "Play now" begins: against bots, with these options. */
  quick: {
    players: number;
    options: Record<string, string>;
    /** Further options of somebody's first games, if they want it; `gentle` of the words says what they do. */
    gentle?: Record<string, string>;
  };
  presets: { name: string; options: Record<string, string> }[];
  /** The picture on the first page. */
  picture: () => Promise<{ default: Component<{ game: GameInfo | null }> }>;
}

// --- a game on the screen ---

/** Who tells a game, and to whom. */
export interface Teller<B> {
  game: string;
  /** What is the same in every game: map, tiles, cards. */
  board: B;
  options: Record<string, string>;
  seats: SeatInfo[];
  /** Whose eyes: this seat is "You". */
  own: number | null;
}

/** What a player has picked up and not laid out yet: a tile, the first half of a move. Every title has its own. */
export interface Picking {
  /** Whether there is something to put back. */
  readonly isHolding: boolean;
  /** Whether a move is begun and not finished: then the turn cannot be confirmed. */
  readonly isHalf: boolean;
  /** So many of the first moves were laid out because there was no other answer: they cannot be taken back. */
  readonly fixed: number;
  /** The move that the pointer would make. */
  readonly supposed: string | null;
  /** The turn to confirm where nothing is laid out, because there is nothing to choose. */
  readonly forced: string | null;
  /** What Confirm is called. */
  readonly confirmLabel: string;
  /** Puts the last thing back; false: nothing was picked up. */
  putBack(): boolean;
  /** Lets go of everything. */
  drop(): void;
  /** A new decision has come, and nothing is laid out for it yet. */
  begin?(): void;
  /** Whether these moves are a beginning of a turn that the server can be asked about. */
  isAskable(moves: readonly string[]): boolean;
  /** After a broken connection: asks again what was left open. */
  askAgain(): void;
}

/** A game as it is shown: at a table, in a replay, in a lesson. */
export interface Scene<P extends AnyPosition, B, K extends Picking> {
  readonly teller: Teller<B>;
  /** As the server says it is. */
  readonly position: P;
  /** With all that is laid out, and with what the pointer would do. */
  readonly shown: P;
  readonly staging: Staging<P, K>;
  /** Whose hand is shown; null: nobody's. */
  readonly seat: number | null;
  readonly isMyTurn: boolean;
  readonly isOver: boolean;
  /** The past, or a sandbox that begins there: nobody waits for a move. */
  readonly isReplay: boolean;
  /** What has happened so far, and what since that seat's last turn. */
  readonly plies: PlyInfo[];
  readonly news: PlyInfo[];
  /** What on the board a line of the log or of a hint speaks of. */
  readonly marks: string[];
  /** Turns that are shown as arrows, in a review. */
  readonly arrows?: Arrow[];
}

/** A move on the board: from a place of it, or from beside it, to another. */
export interface Way {
  from: string | null;
  to: string;
}
/** A move of a better turn, or of the one that was played. */
export interface Arrow extends Way {
  look: "best" | "played";
}

/** A moment of a turn that is told: how the board looks then, and for how long. */
export interface Beat<P> {
  position: P;
  /** What on the board it is about. */
  marks: string[];
  /** What of the turn happens in this moment, for the stage to move and for the ear. */
  plies: PlyInfo[];
  milliseconds: number;
}

/** What the shell can ask the stage to do. */
export interface StageActs {
  /** Shows what has just happened, beyond the new position: tiles that are laid, captures that fly, dice that roll. */
  show: (plies: PlyInfo[]) => void;
}

/** Words of a title that the shell says. */
export interface TitleWords {
  curtainHelp: string;
  curtainReady: (name: string) => string;
  keysHelp: [string, string][];
  typeMoveHelp: string;
  /** What puzzles are about, by the server's word for it; none where a game has no puzzles. */
  puzzleKinds: Record<string, string>;
  /** Who judges its reviews, by the name that these tell; none where that name is understood. */
  judges: Record<string, string>;
  /** By the reasons of an outcome. */
  endReasons: Record<string, string>;
}

export interface LessonProps<B> {
  board: B;
  lesson: string;
  title: string;
  number: number;
  all: number;
  /** What goes on is called: the next lesson, or after the last one a game. */
  nextLabel: string;
  onnext: () => void;
}

export interface SetUpProps<B> {
  board: B;
  /** Why the server did not take what was set up. */
  problem: string;
  /** The position as a record that begins in the middle. */
  onopen: (text: string) => void;
  onclose: () => void;
}

/** A game that is open. */
export interface Title<P extends AnyPosition, B, K extends Picking> {
  front: Front;
  words: Catalogue<TitleWords>;
  boardOf: (game: GameInfo) => B | null;
  pickUp: (staging: Staging<P, K>, board: B) => K;

  /** What happened, in words. */
  tell: (teller: Teller<B>, plies: PlyInfo[]) => string;
  /** The same in a line that shows who did it; without this it is told in full. */
  tellBriefly?: (teller: Teller<B>, plies: PlyInfo[]) => string;
  /** A turn step by step, from the position before it to the one after it; without this it is shown at once. */
  story?: (teller: Teller<B>, plies: PlyInfo[], before: P, after: P) => Beat<P>[];
  /** That a seat has made a choice which stays secret. */
  tellChoice: (teller: Teller<B>, seat: number) => string;
  tellMove: (teller: Teller<B>, token: string) => string;
  /** What on the board it was about, to be marked. */
  marksOf: (plies: PlyInfo[]) => string[];
  marksOfMoves: (moves: string) => string[];
  /** Where the moves of a turn go on the board. */
  waysOf: (moves: string) => Way[];
  /** A reason of a review, in words; null: it tells nothing here. */
  tellFact: (teller: Teller<B>, fact: Fact) => Reason | null;
  soundOf: (plies: PlyInfo[]) => Sound;

  /** How far the game is, for the bar: a round, an epoch. */
  Progress: Component<{ scene: Scene<P, B, K> }>;
  /** On a player's card, under the name. */
  Card: Component<{ scene: Scene<P, B, K>; seat: number }>;
  /** All that is known of a player. */
  Panel: Component<{ scene: Scene<P, B, K>; seat: number }>;
  /** The board and all that lies on it: the element `main.stage`. */
  Stage: Component<{ scene: Scene<P, B, K> }, StageActs>;
  /** What one acts with, in the dock: one element `.hand`, or none. */
  Hand: Component<{ scene: Scene<P, B, K> }>;
  /** What is laid out and what to do next; `otherwise` where somebody else is to move, on small screens. */
  Plan: Component<{ scene: Scene<P, B, K>; otherwise: string }>;
  /** What stands under a line of a hint. */
  Hint: Component<{ scene: Scene<P, B, K>; line: HintLine }>;
  /** How the game was decided, with all that has happened; `isAll` once everything has been told. */
  Score: Component<
    { teller: Teller<B>; outcome: OutcomeInfo; position: P; plies: PlyInfo[]; isAll: boolean },
    object,
    "isAll"
  >;
  /** Where a position is set up by hand; without this it cannot be. */
  setUp?: () => Promise<{ default: Component<SetUpProps<B>> }>;
  lesson: () => Promise<{ default: Component<LessonProps<B>> }>;
  /** The board is null until the server has told it. */
  rules: () => Promise<{ default: Component<{ board: B | null }> }>;
}

/** A title whose types only it knows. It is given positions, boards and stagings of its own game and no other. */
export type AnyTitle = Title<AnyPosition, unknown, Picking>;
export type AnyScene = Scene<AnyPosition, unknown, Picking>;
export type AnyTeller = Teller<unknown>;
