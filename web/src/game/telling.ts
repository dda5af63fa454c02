/** Games in words: names of tiles, places and players, lines of the log, what a space holds. */

import type { SamuraiInfo, SamuraiPosition } from "../games/samurai/messages";
import type { Entry, Ply, SeatInfo, TableInfo } from "../messages";
import { language, listed } from "../words/language.svelte";
import { CASTES, parseToken, type Piece } from "./tokens";

export interface Teller {
  info: SamuraiInfo;
  seats: SeatInfo[];
  isOld: boolean;
  /** Whose eyes: this seat is "You". */
  own: number | null;
}

/** Whether a table speaks the words of 1998. */
export const isOldEdition = (table: TableInfo): boolean => table.options.edition === "1998" || table.options.edition === "sheet";

export function botName(name: string): string {
  const known = language.words.botName[name.split(":")[0]!];
  return known ?? name[0]!.toUpperCase() + name.slice(1);
}

export function seatName(seat: SeatInfo | undefined): string {
  if (!seat) return "?";
  if (seat.kind === "bot") return botName(seat.name);
  // Records name bots like this.
  if (seat.name.startsWith("bot:")) return botName(seat.name.slice(4));
  return seat.name || language.words.openSeat;
}

/** Names of all seats; two of one name are told apart by a number. */
export function nameOf(teller: Teller, seat: number): string {
  if (seat === teller.own) return language.words.you;
  const name = seatName(teller.seats[seat]);
  const alike = teller.seats.filter((other) => seatName(other) === name);
  if (alike.length < 2) return name;
  return `${name} ${alike.findIndex((other) => other.seat === seat) + 1}`;
}

export function tileName(tile: string, isOld: boolean): string {
  const names = isOld ? language.words.tileNamesOld : language.words.tileNames;
  const digit = tile.slice(1);
  return (names[tile[0]!] ?? tile) + (digit ? ` ${digit}` : "");
}

export const casteName = (caste: string, isOld: boolean): string =>
  (isOld ? language.words.castesOld : language.words.castes)[caste] ?? caste;

const places = new WeakMap<SamuraiInfo, Map<string, string>>();

/** What people call a space: its place, else its coordinates. */
export function placeName(info: SamuraiInfo, space: string): string {
  let names = places.get(info);
  if (!names) {
    names = new Map(info.spaces.map((each) => [each.name, each.place ?? each.name]));
    places.set(info, names);
  }
  const name = names.get(space) ?? space;
  return language.words.places[name] ?? name;
}

export function tellToken(teller: Teller, token: string): string {
  const words = language.words;
  const parsed = parseToken(token);
  const piece = (which: Piece): string => words.pieceOf(casteName(which.caste, teller.isOld), placeName(teller.info, which.space));
  switch (parsed.kind) {
    case "tile":
      return words.playedOn(tileName(parsed.tile, teller.isOld), parsed.space);
    case "put":
      return words.playedOn(casteName(parsed.caste, teller.isOld), placeName(teller.info, parsed.space));
    case "choose":
      return tileName(parsed.tile, teller.isOld);
    case "switch":
      return parsed.second ? words.switched(piece(parsed.first), piece(parsed.second)) : tileName("x", teller.isOld);
    case "same":
      return words.switchedSame;
    case "move":
      return parsed.to ? words.moved(parsed.from, parsed.to) : tileName("m", teller.isOld);
    case "pass":
      return words.confirmPass;
    default:
      return token;
  }
}

function tellTakes(teller: Teller, ply: Ply): string[] {
  const words = language.words;
  const groups = new Map<string, { taker: number | null; space: string; pieces: string[] }>();
  for (const take of ply.takes) {
    const taker = take.taker ?? null;
    const key = `${taker} ${take.space}`;
    const group = groups.get(key) ?? { taker, space: take.space, pieces: [] };
    group.pieces.push(casteName(take.piece, teller.isOld));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ taker, space, pieces }) =>
    taker === null
      ? words.logAside(listed(pieces), placeName(teller.info, space))
      : words.logTook(nameOf(teller, taker), listed(pieces), placeName(teller.info, space)),
  );
}

export function tellPly(teller: Teller, ply: Ply): string {
  const words = language.words;
  const name = nameOf(teller, ply.seat);
  switch (ply.kind) {
    case "deal":
      return words.logDealt;
    case "setup":
      return words.logSetUp;
    case "hand":
      return words.logChose(name);
    case "put": {
      const parsed = parseToken(ply.tokens[0] ?? "");
      if (parsed.kind !== "put") return ply.line;
      return words.logPut(name, casteName(parsed.caste, teller.isOld), placeName(teller.info, parsed.space));
    }
    case "turn": {
      const moves = ply.tokens.filter((token) => token !== "done");
      const played =
        moves[0] === "pass" ? words.logPassed(name) : words.logPlayed(name, listed(moves.map((token) => tellToken(teller, token))));
      return [played, ...tellTakes(teller, ply)].join(" ");
    }
    default:
      return ply.line;
  }
}

export function tellEntry(teller: Teller, entry: Entry): string {
  const words = language.words;
  switch (entry.kind) {
    case "created":
      return words.logCreated;
    case "seat_taken":
      return words.logSat(entry.seat === teller.own ? words.you : entry.is_bot ? botName(entry.name) : entry.name);
    case "seat_opened":
      return words.logOpened;
    case "started":
      return words.logStarted(nameOf(teller, entry.first));
    case "chose":
      return words.logChose(nameOf(teller, entry.seat));
    case "played":
      if (entry.plies.every((ply) => ply.kind === "hand")) return words.logHands;
      if (entry.plies.every((ply) => ply.kind === "deal" || ply.kind === "setup")) return words.logDealt;
      return entry.plies.filter((ply) => ply.kind !== "deal").map((ply) => tellPly(teller, ply)).join(" ");
    case "taken_over":
      return words.logTakenOver(nameOf(teller, entry.seat), botName(entry.bot));
    case "away":
      return words.logAway(nameOf(teller, entry.seat));
    case "turns_lost":
      return words.logLost(nameOf(teller, entry.seat));
    case "returned":
      return words.logReturned(nameOf(teller, entry.seat));
    case "rematch":
      return words.logRematch;
    case "imported":
      return words.logImported;
    case "closed":
      return words.logClosed;
  }
}

/** A space in words, for those who hear the board. */
export function describeSpace(teller: Teller, position: SamuraiPosition, space: string, isTarget: boolean): string {
  const words = language.words;
  const found = teller.info.spaces.find((each) => each.name === space);
  if (!found) return space;
  const parts = [found.place ? `${placeName(teller.info, space)}, ${words.kinds[found.kind]}, ${space}` : `${space}, ${words.kinds[found.kind]}`];
  const tile = position.tiles[space];
  const settlement = position.settlements[space];
  if (settlement) {
    const held = CASTES.filter((caste) => settlement.pieces[caste]);
    for (const caste of held) {
      const contest = settlement.pieces[caste]!;
      const leader = contest.leader ?? null;
      const who =
        leader !== null
          ? words.leads(nameOf(teller, leader), contest.margin)
          : contest.influence.some((value) => value > 0)
            ? words.tie
            : words.nobody;
      parts.push(words.labelled(casteName(caste, teller.isOld), who));
    }
    if (held.length === 0) parts.push(words.emptied);
    else parts.push(settlement.open.length > 0 ? words.openLand(settlement.open.length) : words.noOpenLand);
  } else if (tile) parts.push(words.tileOf(nameOf(teller, tile.seat), tileName(tile.tile, teller.isOld)));
  else parts.push(words.emptySpace);
  if (isTarget) parts.push(words.canGoHere);
  return parts.join(", ");
}
