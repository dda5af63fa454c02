// Made from the title's position.py by `python -m tenka.server.protocol`. Do not change it by hand.

/** A space of the board. */
export interface SpaceInfo {
  name: string;
  kind: "sea" | "land" | "village" | "city" | "edo";
  /** The smallest number of players that uses it. */
  players: number;
  /** The middle of its hex, y downwards, north up; a hex's side is 1. */
  x: number;
  y: number;
  /** The spaces next to it, clockwise from the north. */
  around: string[];
  /** What people call a settlement. */
  place: string | null;
  /** What people name another space after: the settlements beside it, north first; without any, the nearest one. */
  near: string[];
  /** Of one settlement: where the space lies from there. Of several: which of two spaces between them it is. */
  side: "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw" | null;
  /** Whether there is no settlement beside it. */
  is_far: boolean;
  /** How many pieces it holds. */
  capacity: number;
}

/** A kind of tile. */
export interface TileInfo {
  code: string;
  name: string;
  name_1998: string;
  copies: number;
  strength: number;
  /** Those that it influences. */
  castes: ("buddha" | "rice" | "castle")[];
  is_fast: boolean;
  goes_on: "land" | "sea" | "none";
}

/** What is the same in every game of Samurai. */
export interface SamuraiInfo {
  castes: ("buddha" | "rice" | "castle")[];
  tiles: TileInfo[];
  spaces: SpaceInfo[];
  hand_size: number;
  /** Pieces of each caste. */
  pieces_by_players: Record<string, number>;
  /** With so many pieces beside the board the game ends. */
  aside_to_end: number;
}

/** A tile that lies on a space. */
export interface TileOnBoard {
  seat: number;
  tile: string;
}

/** Who is strong at one piece of a settlement. */
export interface Contest {
  /** By seat. */
  influence: number[];
  /** Who would take the piece now; None on a tie, or where nobody has influence. */
  leader: number | null;
  /** By how much the first is ahead of the second. */
  margin: number;
}

/** A settlement, its pieces and who would take them. */
export interface SettlementOnBoard {
  pieces: Record<string, Contest>;
  /** Its land spaces that are still empty; with none left its pieces are taken at the end of the turn. */
  open: string[];
}

/** What is known of one player. */
export interface SeatPosition {
  /** None: not for these eyes. */
  hand: string[] | null;
  hand_size: number;
  stack_size: number;
  /** None: hidden, as the rules of the table say. */
  captured: Record<string, number> | null;
  /** Tiles not played yet: for your own seat those in the stack, for others those in hand and stack. */
  unseen: string[];
}

/** A position as one pair of eyes sees it. */
export interface SamuraiPosition {
  game: "samurai";
  phase: "choosing" | "placing" | "playing" | "over";
  /** Finished ones. */
  turns: number;
  /** By space. */
  tiles: Record<string, TileOnBoard>;
  /** By space; those without pieces too. */
  settlements: Record<string, SettlementOnBoard>;
  /** By seat number. */
  seats: Record<string, SeatPosition>;
  /** Pieces beside the board. */
  aside: Record<string, number>;
  /** Pieces that are still to be placed before the game. */
  supply: Record<string, number>;
  /** Pieces on the board; with none left of one caste the game ends. */
  left: Record<string, number>;
  /** Once the game is over: who leads each caste. */
  leaders: Record<string, number | null> | null;
}
