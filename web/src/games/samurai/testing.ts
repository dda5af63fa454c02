/** For the tests: a corner of the board, and people around it. */

import type { PlyInfo, SeatInfo } from "../../messages";
import type { SamuraiInfo, SamuraiPosition, SpaceInfo, Teller } from "./types";

const space = (
  name: string,
  kind: SpaceInfo["kind"],
  place: string | null = null,
  named: Partial<Pick<SpaceInfo, "near" | "side" | "is_far">> = {},
): SpaceInfo => ({
  name,
  kind,
  players: 2,
  x: 0,
  y: 0,
  around: [],
  place,
  near: [],
  side: null,
  is_far: false,
  ...named,
  capacity: kind === "edo" ? 3 : kind === "city" ? 2 : kind === "village" ? 1 : 0,
});

export const BOARD: SamuraiInfo = {
  castes: ["buddha", "rice", "castle"],
  tiles: [],
  spaces: [
    space("o14", "edo", "Edo"),
    space("q15", "village", "Kamakura"),
    space("o10", "city", "Niigata"),
    space("p14", "land", null, { near: ["o14", "q15"] }),
    space("o13", "land", null, { near: ["o10", "o14"], side: "nw" }),
    space("r15", "sea", null, { near: ["q15"], side: "ne" }),
    space("r16", "sea", null, { near: ["q15"], side: "se", is_far: true }),
    space("p15", "sea", null, { near: ["o14", "q15"] }),
  ],
  hand_size: 5,
  pieces_by_players: { "2": 7 },
  aside_to_end: 4,
};

const seat = (number: number, kind: SeatInfo["kind"], name: string): SeatInfo => ({
  seat: number,
  kind,
  name,
  is_guest: false,
  is_yours: number === 0,
  is_present: true,
  stand_in: null,
  is_away: false,
  has_lost_turns: false,
});

export const tellerOf = (options: Record<string, string> = {}): Teller => ({
  game: "samurai",
  board: BOARD,
  options,
  seats: [seat(0, "person", "Ann"), seat(1, "bot", "shogun")],
  own: 0,
});

export const positionOf = (more: Partial<SamuraiPosition> = {}): SamuraiPosition => ({
  game: "samurai",
  phase: "playing",
  turns: 0,
  tiles: {},
  settlements: {},
  seats: {},
  aside: {},
  supply: {},
  left: {},
  leaders: null,
  ...more,
});

export const plyOf = (kind: string, seat: number, tokens: string[], takes: PlyInfo["takes"] = []): PlyInfo => ({
  seat,
  line: `${kind} …`,
  kind,
  tokens,
  takes,
  draws: [],
});
