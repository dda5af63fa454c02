/** The game in words. */

import type { PlyInfo } from "../../messages";
import { nameOf } from "../../table/telling";
import { language, listed, percent } from "../../words/language.svelte";
import { chanceOf, factsOf, type Trace } from "./facts";
import { areaOf, parseToken, seatOf } from "./tokens";
import type { HistoryBattle, HistoryColour, HistoryPosition, Teller } from "./types";
import { words } from "./words";

/** The name of a province or sea zone. */
export function areaName(teller: Pick<Teller, "board">, area: string): string {
  const found = [...teller.board.provinces, ...teller.board.sea_zones].find((each) => each.id === area);
  return found ? words.now.nameOf(found) : area;
}

export function regionName(teller: Pick<Teller, "board">, region: string): string {
  const found = teller.board.regions.find((each) => each.id === region);
  return found ? words.now.nameOf(found) : region;
}

export function cardName(teller: Pick<Teller, "board">, card: string): string {
  const found = teller.board.daimyo.find((each) => each.id === card);
  return found ? words.now.nameOf(found) : card;
}

export function eventName(teller: Pick<Teller, "board">, event: string): string {
  const found = teller.board.events.find((each) => each.id === event);
  return found ? words.now.nameOf(found) : event;
}

/** Who plays a colour; where a person has several, with its crest. */
export function whoIs(teller: Teller, colour: string): string {
  const players = teller.seats.length;
  const name = nameOf(teller, seatOf(colour, players));
  return players < 4 ? words.now.withCrest(name, words.now.crests[colour] ?? colour) : name;
}

/** What is known of a colour. */
export function colourOf(position: HistoryPosition, players: number, colour: string): HistoryColour | null {
  return position.seats[String(seatOf(colour, players))]?.colours[colour] ?? null;
}

/** The daimyo who acts: a lesser one of an event, or the card of the colour. */
export function actorName(teller: Teller, position: HistoryPosition): string {
  if (position.turn.minor) return eventName(teller, position.turn.minor);
  const card = colourOf(position, teller.seats.length, position.colour)?.card;
  return card ? cardName(teller, card) : "";
}

/** A move in words. */
export function tellMove(teller: Teller, text: string): string {
  const w = words.now;
  const token = parseToken(text);
  switch (token.kind) {
    case "place":
      return w.movePlace(areaName(teller, token.area));
    case "own":
      return w.moveOwn(areaName(teller, token.area));
    case "castle":
      return w.moveCastle(areaName(teller, token.area));
    case "capital":
      return w.moveCapital(areaName(teller, token.area));
    case "event":
      return w.moveEvent(eventName(teller, token.event));
    case "region":
      return w.moveRegion(regionName(teller, token.region));
    case "give":
      return w.moveGive(whoIs(teller, token.colour));
    case "keep":
      return w.moveKeep;
    case "none":
      return w.moveNone;
    case "ready":
      return w.moveReady;
    case "end":
      return w.moveEnd;
  }
}

/** Several moves in a row, as one sentence would say them: the same place is named once. */
function tellMoves(teller: Teller, tokens: string[]): string {
  const told: { text: string; times: number }[] = [];
  for (const token of tokens.filter((each) => each !== "ready" && each !== "end")) {
    const text = tellMove(teller, token);
    const last = told.at(-1);
    if (last?.text === text) last.times += 1;
    else told.push({ text, times: 1 });
  }
  return told.map(({ text, times }) => (times > 1 ? words.now.moveMany(text, times) : text)).join(", ");
}

const rollsIn = (ply: PlyInfo): string => ply.tokens.map((roll) => roll.replace("-", " : ")).join(", ");

/** How a fight ended, and how likely that was. */
export function verdictOf(battle: HistoryBattle): string {
  const w = words.now;
  const chance = percent(chanceOf(battle));
  return battle.ended === "taken" ? w.won(chance) : battle.ended === "empty" ? w.emptied(chance) : w.lost(chance);
}

function tellPly(teller: Teller, ply: PlyInfo): string[] {
  const w = words.now;
  const facts = factsOf(ply);
  const who = facts ? whoIs(teller, facts.colour) : "";
  const told: string[] = [];
  switch (ply.kind) {
    case "deal":
      return [];
    case "draw": {
      const [card] = ply.tokens;
      told.push(card === undefined || card === "?" ? w.logDrew(who) : w.logDrewCard(who, cardName(teller, card)));
      break;
    }
    case "draft": {
      const [choice] = ply.tokens;
      told.push(choice === undefined || choice === "keep" ? w.logKept(who) : w.logGave(who, whoIs(teller, choice)));
      break;
    }
    case "dice": {
      const battle = facts?.battle;
      if (battle) told.push(w.logFight(areaName(teller, battle.area), verdictOf(battle), rollsIn(ply)));
      break;
    }
    case "raid":
      told.push(w.logRaid(rollsIn(ply)));
      break;
    default: {
      const moves = tellMoves(teller, ply.tokens);
      if (moves) told.push(w.logPlaced(who, moves));
      else if (ply.kind === "after") told.push(w.logNoEvent(who));
    }
  }
  if (facts?.points) told.push(w.logPoints(who, facts.points));
  if (facts?.epoch) told.push(w.logEpoch(facts.epoch));
  if (facts?.next) told.push(w.logNext(whoIs(teller, facts.next.colour), cardName(teller, facts.next.card)));
  return told;
}

/** What happened. */
export function tell(teller: Teller, plies: PlyInfo[]): string {
  if (plies.length > 0 && plies.every((ply) => ply.kind === "deal")) return words.now.logDealt;
  return plies.flatMap((ply) => tellPly(teller, ply)).join(language.code === "ja" ? "" : " ");
}

/** That a seat has made a choice which stays secret. */
export const tellChoice = (teller: Teller, seat: number): string => words.now.logKept(nameOf(teller, seat));

/** What on the map it was about. */
export const marksOf = (plies: PlyInfo[]): string[] =>
  plies.flatMap((ply) => {
    const area = factsOf(ply)?.battle?.area;
    if (area) return [area];
    return ply.kind === "turn" || ply.kind === "after" ? ply.tokens.flatMap((token) => areaOf(token) ?? []) : [];
  });

/** What was left behind at a place, in words. */
export function tellTrace(teller: Teller, area: string, { colour, ply }: Trace): string {
  const w = words.now;
  const battle = factsOf(ply)?.battle;
  if (battle) return w.logFight(whoIs(teller, colour), verdictOf(battle), rollsIn(ply));
  const moves = ply.tokens.filter((token) => areaOf(token) === area);
  return w.logPlaced(whoIs(teller, colour), tellMoves(teller, moves));
}

/** The spoken state of an area. */
export function describeArea(teller: Teller, position: HistoryPosition, area: string, more: string): string {
  const w = words.now;
  const province = teller.board.provinces.find((each) => each.id === area);
  const on = position.areas[area];
  const held = on?.owner ? w.heldBy(whoIs(teller, on.owner), on.count, on.is_current) : w.nobody;
  return [
    areaName(teller, area),
    province ? w.region(regionName(teller, province.region)) : w.seaZone,
    teller.board.centres.includes(area) ? w.centre : "",
    held,
    ...(on?.signs.map((sign) => w.signs[sign]!) ?? []),
    more,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Names in a row. */
export const everybody = (teller: Teller, colours: string[]): string =>
  listed(colours.map((colour) => whoIs(teller, colour)));
