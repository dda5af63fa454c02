/** Games of Samurai in words: names of tiles and places, turns, what a space holds. */

import type { PlyInfo } from "../../messages";
import { nameOf } from "../../table/telling";
import { language, listed } from "../../words/language.svelte";
import { CASTES, parseToken, spacesOf, type Piece } from "./tokens";
import type { SamuraiInfo, SamuraiPosition, SpaceInfo, Teller, TileInfo } from "./types";
import { words as catalogue } from "./words";

/** Whether a table speaks the words of 1998. */
export const isOldEdition = (teller: Teller): boolean =>
  teller.options.edition === "1998" || teller.options.edition === "sheet";

export function tileName(tile: string, isOld: boolean): string {
  const names = isOld ? catalogue.now.tileNamesOld : catalogue.now.tileNames;
  const digit = tile.slice(1);
  return (names[tile[0]!] ?? tile) + (digit ? ` ${digit}` : "");
}

/** What a tile does, in a sentence or two. */
export function tellTile(tile: TileInfo, isOld: boolean): string {
  const words = catalogue.now;
  const speed = tile.is_fast ? words.tileFast : words.tileSlow;
  if (tile.code === "x") return `${words.tileSwitch} ${speed}`;
  if (tile.code === "m") return `${words.tileMove} ${speed}`;
  const [caste] = tile.castes;
  const castes = tile.castes.length === 1 ? words.theCaste(casteName(caste!, isOld)) : words.allCastes;
  const counts = words.tileCounts(tile.strength, castes);
  return [tile.goes_on === "sea" ? words.tileOnSea : "", counts, speed].filter(Boolean).join(" ");
}

export const casteName = (caste: string, isOld: boolean): string =>
  (isOld ? catalogue.now.castesOld : catalogue.now.castes)[caste] ?? caste;

const boards = new WeakMap<SamuraiInfo, Map<string, SpaceInfo>>();

function spaceOf(info: SamuraiInfo, space: string): SpaceInfo | undefined {
  let spaces = boards.get(info);
  if (!spaces) {
    spaces = new Map(info.spaces.map((each) => [each.name, each]));
    boards.set(info, spaces);
  }
  return spaces.get(space);
}

/** What people call a space: its own name, else one after the settlements beside it. */
export function placeName(info: SamuraiInfo, space: string): string {
  const words = catalogue.now;
  const found = spaceOf(info, space);
  if (!found) return space;
  if (found.place) return words.places[found.place] ?? found.place;
  const [first, second] = found.near.map((name) => placeName(info, name));
  if (first === undefined) return space;
  if (second === undefined) return (found.is_far ? words.farFrom : words.seaBy)(first, found.side ?? "n");
  const name = found.kind === "sea" ? words.seaBetween(first, second) : words.between(first, second);
  return found.side ? words.onSide(name, found.side) : name;
}

export function tellMove(teller: Teller, token: string): string {
  const words = catalogue.now;
  const parsed = parseToken(token);
  const piece = (which: Piece): string =>
    words.pieceOf(casteName(which.caste, isOldEdition(teller)), placeName(teller.board, which.space));
  switch (parsed.kind) {
    case "tile":
      return words.playedAt(tileName(parsed.tile, isOldEdition(teller)), placeName(teller.board, parsed.space));
    case "put":
      return words.playedOn(casteName(parsed.caste, isOldEdition(teller)), placeName(teller.board, parsed.space));
    case "choose":
      return tileName(parsed.tile, isOldEdition(teller));
    case "switch":
      return parsed.second
        ? words.switched(piece(parsed.first), piece(parsed.second))
        : tileName("x", isOldEdition(teller));
    case "same":
      return words.switchedSame;
    case "move":
      return parsed.to
        ? words.moved(placeName(teller.board, parsed.from), placeName(teller.board, parsed.to))
        : tileName("m", isOldEdition(teller));
    case "pass":
      return words.confirmPass;
    default:
      return token;
  }
}

function tellTakes(teller: Teller, ply: PlyInfo): string[] {
  const words = catalogue.now;
  const groups = new Map<string, { taker: number | null; space: string; pieces: string[] }>();
  for (const take of ply.takes) {
    const taker = take.taker ?? null;
    const key = `${taker} ${take.space}`;
    const group = groups.get(key) ?? { taker, space: take.space, pieces: [] };
    group.pieces.push(casteName(take.piece, isOldEdition(teller)));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ taker, space, pieces }) =>
    taker === null
      ? words.logAside(listed(pieces), placeName(teller.board, space))
      : words.logTook(nameOf(teller, taker), listed(pieces), placeName(teller.board, space)),
  );
}

function tellPly(teller: Teller, ply: PlyInfo): string {
  const words = catalogue.now;
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
      return words.logPut(name, casteName(parsed.caste, isOldEdition(teller)), placeName(teller.board, parsed.space));
    }
    case "turn": {
      const moves = ply.tokens.filter((token) => token !== "done");
      const played =
        moves[0] === "pass"
          ? words.logPassed(name)
          : words.logPlayed(name, listed(moves.map((token) => tellMove(teller, token))));
      return [played, ...tellTakes(teller, ply)].join(" ");
    }
    default:
      return ply.line;
  }
}

/** What happened at once: a turn, or all choices of first hands. */
export function tell(teller: Teller, plies: PlyInfo[]): string {
  const words = catalogue.now;
  if (plies.length > 1 && plies.every((ply) => ply.kind === "hand")) return words.logHands;
  if (plies.length > 1 && plies.every((ply) => ply.kind === "deal" || ply.kind === "setup")) return words.logDealt;
  const told = plies.length > 1 ? plies.filter((ply) => ply.kind !== "deal") : plies;
  return told.map((ply) => tellPly(teller, ply)).join(" ");
}

/** The same where a crest says already who it was, and there may be no room for all of it: what was taken comes first. */
export function tellBriefly(teller: Teller, plies: PlyInfo[]): string {
  const ply = plies.length === 1 ? plies[0] : undefined;
  const moves = ply?.tokens.filter((token) => token !== "done") ?? [];
  if (!ply || ply.kind !== "turn" || moves[0] === "pass") return tell(teller, plies);
  const played = listed(moves.map((token) => tellMove(teller, token)));
  const sentence = language.words.sentence(played[0]!.toLocaleUpperCase(language.code) + played.slice(1));
  return [...tellTakes(teller, ply), sentence].join(" ");
}

export const tellChoice = (teller: Teller, seat: number): string => catalogue.now.logChose(nameOf(teller, seat));

/** The spaces that plies are about. */
export const marksOf = (plies: PlyInfo[]): string[] =>
  plies.flatMap((ply) => [...ply.tokens.flatMap(spacesOf), ...ply.takes.map((take) => take.space)]);

/** A space in words, for those who hear the board. */
export function describeSpace(teller: Teller, position: SamuraiPosition, space: string, isTarget: boolean): string {
  const words = catalogue.now;
  const found = spaceOf(teller.board, space);
  if (!found) return space;
  const parts = [placeName(teller.board, space)];
  if (found.kind !== "sea" && found.kind !== "edo") parts.push(words.kinds[found.kind]!);
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
      parts.push(language.words.labelled(casteName(caste, isOldEdition(teller)), who));
    }
    if (held.length === 0) parts.push(words.emptied);
    else parts.push(settlement.open.length > 0 ? words.openLand(settlement.open.length) : words.noOpenLand);
  } else if (tile) parts.push(words.tileOf(nameOf(teller, tile.seat), tileName(tile.tile, isOldEdition(teller))));
  else parts.push(words.emptySpace);
  if (isTarget) parts.push(words.canGoHere);
  // The coordinates, for those who type their moves.
  parts.push(space);
  return parts.join(", ");
}
