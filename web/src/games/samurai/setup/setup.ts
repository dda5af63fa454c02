/** A position that is set up by hand: what lies where, and the record that begins with it. What is right, the server says. */

import { CASTES, letterOf, orderTiles, type CasteName } from "../tokens";
import type { SamuraiInfo, SamuraiPosition, SpaceInfo } from "../types";

export type Counts = Record<CasteName, number>;
export const none = (): Counts => ({ buddha: 0, rice: 0, castle: 0 });

export interface SetUp {
  players: number;
  /** Who is to move, in which turn. */
  mover: number;
  turn: number;
  /** Whose hand is known, and what is in it. */
  own: number;
  hand: string[];
  /** By space. */
  tiles: Record<string, { seat: number; tile: string }>;
  pieces: Record<string, CasteName[]>;
  /** By seat: pieces taken, and whether the switch tile has left the game. */
  taken: Counts[];
  gone: boolean[];
  aside: Counts;
}

export const SEATS = ["red", "blue", "gold", "green"];

/** Nothing on the board, but what stands in the capital at the start. */
export function emptyBoard(info: SamuraiInfo, players: number): SetUp {
  const capital = info.spaces.find((space) => space.kind === "edo");
  return {
    players,
    mover: 0,
    turn: 2 * players + 1,
    own: 0,
    hand: [],
    tiles: {},
    pieces: capital ? { [capital.name]: [...CASTES] } : {},
    taken: Array.from({ length: players }, none),
    gone: Array.from({ length: players }, () => false),
    aside: none(),
  };
}

export const spacesFor = (info: SamuraiInfo, players: number): SpaceInfo[] =>
  info.spaces.filter((space) => space.players <= players);

/** A seat's tiles that neither lie on the board nor in the hand that is known. */
export function tilesLeft(info: SamuraiInfo, it: SetUp, seat: number): string[] {
  const left = info.tiles.flatMap(({ code, copies }) => Array.from({ length: copies }, () => code));
  const used = Object.values(it.tiles).flatMap((laid) => (laid.seat === seat ? [laid.tile] : []));
  if (it.gone[seat]) used.push("x");
  if (it.own === seat) used.push(...it.hand);
  for (const tile of used) if (left.includes(tile)) left.splice(left.indexOf(tile), 1);
  return orderTiles(left);
}

/** How many tiles somebody holds. */
export function handSize(info: SamuraiInfo, it: SetUp, seat: number): number {
  const left = tilesLeft(info, it, seat).length + (it.own === seat ? it.hand.length : 0);
  return Math.min(info.hand_size, left);
}

/** Pieces of a caste that are nowhere yet. */
export function piecesLeft(info: SamuraiInfo, it: SetUp, caste: CasteName): number {
  const standing = Object.values(it.pieces).filter((castes) => castes.includes(caste)).length;
  const taken = it.taken.reduce((sum, counts) => sum + counts[caste], 0);
  return (info.pieces_by_players[String(it.players)] ?? 0) - standing - taken - it.aside[caste];
}

/** Puts a piece on a settlement, or takes it away; null: there is no room. */
export function togglePiece(info: SamuraiInfo, it: SetUp, space: string, caste: CasteName): SetUp | null {
  const here = it.pieces[space] ?? [];
  if (here.includes(caste)) return { ...it, pieces: { ...it.pieces, [space]: here.filter((each) => each !== caste) } };
  const capacity = info.spaces.find((each) => each.name === space)?.capacity ?? 0;
  if (here.length >= capacity || piecesLeft(info, it, caste) <= 0) return null;
  return { ...it, pieces: { ...it.pieces, [space]: [...here, caste] } };
}

/** Lays a tile on a space, or takes away what lies there. */
export function toggleTile(it: SetUp, space: string, seat: number, tile: string | null): SetUp {
  const { [space]: there, ...others } = it.tiles;
  if (there) return { ...it, tiles: others };
  return tile === null ? it : { ...it, tiles: { ...it.tiles, [space]: { seat, tile } } };
}

/** Where a tile of this kind can lie. */
export function placesOf(info: SamuraiInfo, it: SetUp, tile: string): string[] {
  // A move tile lies where the tile that it moved has been: on land.
  const ground = tile === "m" ? "land" : info.tiles.find(({ code }) => code === tile)?.goes_on;
  return spacesFor(info, it.players).flatMap(({ name, kind }) => (kind === ground && !it.tiles[name] ? [name] : []));
}

/** All pieces that are nowhere yet, on settlements with room, at random. */
export function scatter(info: SamuraiInfo, it: SetUp, random: () => number = Math.random): SetUp {
  let found = it;
  const rooms = spacesFor(info, it.players)
    .flatMap((space) => Array.from({ length: space.capacity - (it.pieces[space.name]?.length ?? 0) }, () => space.name))
    .map((space) => ({ space, key: random() }))
    .sort((one, other) => one.key - other.key);
  for (const { space } of rooms) {
    const castes = CASTES.filter((caste) => !found.pieces[space]?.includes(caste));
    castes.sort((one, other) => piecesLeft(info, found, other) - piecesLeft(info, found, one));
    const caste = castes[0];
    if (caste) found = togglePiece(info, found, space, caste) ?? found;
  }
  return found;
}

/** As the board is drawn: without anybody's strength, which the server tells later. */
export function draw(info: SamuraiInfo, it: SetUp): SamuraiPosition {
  const settlements = spacesFor(info, it.players).filter(({ capacity }) => capacity > 0);
  const contest = { influence: Array.from({ length: it.players }, () => 0), leader: null, margin: 0 };
  return {
    game: "samurai",
    phase: "playing",
    turns: it.turn - 1,
    tiles: it.tiles,
    settlements: Object.fromEntries(
      settlements.map(({ name }) => [
        name,
        { pieces: Object.fromEntries((it.pieces[name] ?? []).map((caste) => [caste, contest])), open: [] },
      ]),
    ),
    seats: {},
    aside: it.aside,
    supply: none(),
    left: none(),
    leaders: null,
  };
}

const counted = (counts: Counts): string => CASTES.map((caste) => `${counts[caste]}${letterOf(caste)}`).join(" ");

/** The record that begins with it. */
export function write(info: SamuraiInfo, it: SetUp): string {
  const seats = SEATS.slice(0, it.players);
  const first = (((it.mover - it.turn + 1) % it.players) + it.players) % it.players;
  const standing = spacesFor(info, it.players).flatMap(({ name }) =>
    (it.pieces[name] ?? []).map((caste) => `${letterOf(caste)}@${name}`),
  );
  const laid = (seat: number): string[] =>
    Object.entries(it.tiles).flatMap(([space, tile]) => (tile.seat === seat ? [`${tile.tile}@${space}`] : []));
  const hand = (seat: number): string[] =>
    seat === it.own ? it.hand : Array.from({ length: handSize(info, it, seat) }, () => "?");
  return [
    '[Game "samurai"]',
    `[Options "players=${it.players} hands=random pieces=random"]`,
    `[First "${seats[first]}"]`,
    "",
    `position ${it.turn} ${seats[it.mover]}`,
    `pieces ${standing.join(" ")} ; aside ${counted(it.aside)}`,
    ...seats.map((name, seat) => {
      const gone = it.gone[seat] ? " ; gone x" : "";
      return `${["board", name, ...laid(seat)].join(" ")} ; taken ${counted(it.taken[seat]!)}${gone}`;
    }),
    ...seats.map((name, seat) => ["holds", name, ...hand(seat)].join(" ")),
    "",
  ].join("\n");
}
