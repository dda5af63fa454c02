/** A turn step by step: tiles one after another, then what falls, then every piece to whoever takes it.

What the server says of the turn is shown in its order; influence in between is not known here, and so is not shown. */

import type { PlyInfo } from "../../messages";
import type { Beat } from "../title";
import { parseToken, type Piece } from "./tokens";
import type { Contest, SamuraiPosition, SettlementOnBoard, Take, Teller } from "./types";

type SamuraiBeat = Beat<SamuraiPosition>;
/** How long each moment is looked at, in milliseconds. */
const LAY = 480;
const LOOK = 520;
const EXCHANGE = 900;
const FALL = 560;
export const FLIGHT = 700;
const REST = 320;

export function story(
  teller: Teller,
  plies: PlyInfo[],
  before: SamuraiPosition,
  after: SamuraiPosition,
): SamuraiBeat[] {
  const ply = plies[0];
  if (plies.length !== 1 || !ply) return [];
  const isOwn = ply.seat === teller.own;
  if (ply.kind === "put" && !isOwn) return [{ position: after, marks: spacesOfPut(ply), plies, milliseconds: LOOK }];
  if (ply.kind !== "turn" || (isOwn && ply.takes.length === 0)) return [];

  const beats: SamuraiBeat[] = [];
  const part = (tokens: string[], takes: Take[]): PlyInfo[] => [{ ...ply, tokens, takes }];
  const add = (position: SamuraiPosition, milliseconds: number, marks: string[] = [], plies: PlyInfo[] = []): void =>
    void beats.push({ position, marks, plies, milliseconds });

  let now = { ...before, seats: withCaptured(after, before) };
  for (const token of ply.tokens) {
    const parsed = parseToken(token);
    // Own tiles lie there already.
    const show = (milliseconds: number, marks: string[], plies: PlyInfo[]): void =>
      isOwn ? undefined : add(now, milliseconds, marks, plies);
    if (parsed.kind === "tile") {
      now = lay(now, parsed.space, ply.seat, parsed.tile);
      show(LAY, [], part([token], []));
    } else if (parsed.kind === "move" && parsed.to) {
      const moved = now.tiles[parsed.from];
      show(LOOK, [parsed.from], []);
      if (moved) now = lay(now, parsed.to, moved.seat, moved.tile);
      now = lay(now, parsed.from, ply.seat, "m");
      show(EXCHANGE, [parsed.from, parsed.to], part([token], []));
    } else if (parsed.kind === "switch" && parsed.second) {
      const both = [parsed.first.space, parsed.second.space];
      show(LOOK, both, []);
      now = exchange(now, after, parsed.first, parsed.second);
      show(EXCHANGE, both, part([token], []));
    }
  }
  now = { ...now, tiles: after.tiles, settlements: withTaken(after, ply.takes) };
  if (ply.takes.length > 0) add(now, FALL);
  for (const take of ply.takes) {
    now = lift(now, take);
    add(now, FLIGHT, [], part([], [take]));
    now = count(now, take);
  }
  add(after, REST);
  return beats;
}

const spacesOfPut = (ply: PlyInfo): string[] =>
  ply.tokens.flatMap((token) => {
    const parsed = parseToken(token);
    return parsed.kind === "put" ? [parsed.space] : [];
  });

/** Hands as they are after the turn; what was taken is counted later. */
const withCaptured = (after: SamuraiPosition, before: SamuraiPosition): SamuraiPosition["seats"] =>
  Object.fromEntries(
    Object.entries(after.seats).map(([seat, known]) => [
      seat,
      { ...known, captured: known.captured && (before.seats[seat]?.captured ?? known.captured) },
    ]),
  );

const lay = (position: SamuraiPosition, space: string, seat: number, tile: string): SamuraiPosition => ({
  ...position,
  tiles: { ...position.tiles, [space]: { seat, tile } },
});

const change = (
  position: SamuraiPosition,
  space: string,
  pieces: SettlementOnBoard["pieces"],
): SamuraiPosition["settlements"] => ({
  ...position.settlements,
  [space]: { open: position.settlements[space]?.open ?? [], pieces },
});

const without = (pieces: SettlementOnBoard["pieces"], caste: string): SettlementOnBoard["pieces"] =>
  Object.fromEntries(Object.entries(pieces).filter(([name]) => name !== caste));

const UNKNOWN: Contest = { influence: [], leader: null, margin: 0 };

/** Two pieces change places. Who leads there then, the position after the turn knows, if they still stand. */
function exchange(position: SamuraiPosition, after: SamuraiPosition, first: Piece, second: Piece): SamuraiPosition {
  const put = (from: SamuraiPosition, space: string, goes: string, comes: string): SamuraiPosition => {
    const pieces = without(from.settlements[space]?.pieces ?? {}, goes);
    const contest = after.settlements[space]?.pieces[comes as Piece["caste"]] ?? UNKNOWN;
    return { ...from, settlements: change(from, space, { ...pieces, [comes]: contest }) };
  };
  return put(put(position, first.space, first.caste, second.caste), second.space, second.caste, first.caste);
}

/** The settlements after the turn, with the pieces that are about to be taken. */
function withTaken(after: SamuraiPosition, takes: Take[]): SamuraiPosition["settlements"] {
  const settlements = { ...after.settlements };
  for (const take of takes) {
    const leader = take.taker ?? null;
    const contest: Contest = { influence: leader === null ? [1] : [], leader, margin: 0 };
    const pieces = settlements[take.space]?.pieces ?? {};
    settlements[take.space] = { open: [], pieces: { ...pieces, [take.piece]: contest } };
  }
  return settlements;
}

const lift = (position: SamuraiPosition, take: Take): SamuraiPosition => ({
  ...position,
  settlements: change(position, take.space, without(position.settlements[take.space]?.pieces ?? {}, take.piece)),
  left: add(position.left, take.piece, -1),
});

/** A piece has come to whoever took it; null: beside the board. */
function count(position: SamuraiPosition, take: Take): SamuraiPosition {
  const taker = take.taker ?? null;
  if (taker === null) return { ...position, aside: add(position.aside, take.piece, 1) };
  const known = position.seats[String(taker)];
  if (!known?.captured) return position;
  const counted = { ...known, captured: add(known.captured, take.piece, 1) };
  return { ...position, seats: { ...position.seats, [String(taker)]: counted } };
}

const add = <Counts extends { [caste: string]: number | undefined }>(
  counts: Counts,
  caste: string,
  number: number,
): Counts => ({ ...counts, [caste]: (counts[caste] ?? 0) + number });
