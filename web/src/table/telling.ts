/** Games in words, as far as all are told alike: who sits where, and what happens at a table beside the play. */

import { frontOf } from "../games";
import { known } from "../net/known.svelte";
import type { AnyTeller, AnyTitle } from "../games/title";
import type { Entry, SeatInfo } from "../messages";
import { language } from "../words/language.svelte";

/** What a bot is called in this game; some are there in every game. */
export function botName(game: string, name: string): string {
  const kind = name.split(":")[0]!;
  const known = frontOf(game)?.words.now.bots[kind] ?? language.words.bots[kind];
  return known ?? name[0]!.toUpperCase() + name.slice(1);
}

/** The same, with its strength at a table of so many. */
export function ratedName(game: string, bot: string, players: number): string {
  const strength = known.strength(game, bot, players);
  const name = botName(game, bot);
  return strength === null ? name : `${name} (${Math.round(strength)})`;
}

/** A word on how a bot plays, or nothing. */
export const botAbout = (game: string, name: string): string =>
  frontOf(game)?.words.now.botAbouts[name] ?? language.words.botAbouts[name] ?? "";

export function seatName(game: string, seat: SeatInfo | undefined): string {
  if (!seat) return "?";
  if (seat.kind === "bot") return botName(game, seat.name);
  // Records name bots like this.
  if (seat.name.startsWith("bot:")) return botName(game, seat.name.slice(4));
  return seat.name || language.words.openSeat;
}

/** The name of a seat; two of one name are told apart by a number. */
export function nameOf(teller: Pick<AnyTeller, "game" | "seats" | "own">, seat: number): string {
  if (seat === teller.own) return language.words.you;
  const name = seatName(teller.game, teller.seats[seat]);
  const alike = teller.seats.filter((other) => seatName(teller.game, other) === name);
  if (alike.length < 2) return name;
  return `${name} ${alike.findIndex((other) => other.seat === seat) + 1}`;
}

/** A line of the log. */
export function tellEntry(title: AnyTitle, teller: AnyTeller, entry: Entry): string {
  const words = language.words;
  switch (entry.kind) {
    case "created":
      return words.logCreated;
    case "seat_taken":
      if (entry.seat === teller.own) return words.logSat(words.you);
      return words.logSat(entry.is_bot ? botName(teller.game, entry.name) : entry.name);
    case "seat_opened":
      return words.logOpened;
    case "started":
      return words.logStarted(nameOf(teller, entry.first));
    case "chose":
      return title.tellChoice(teller, entry.seat);
    case "played":
      return title.tell(teller, entry.plies);
    case "taken_over":
      return words.logTakenOver(nameOf(teller, entry.seat), botName(teller.game, entry.bot));
    case "away":
      return words.logAway(nameOf(teller, entry.seat));
    case "turns_lost":
      return words.logLost(nameOf(teller, entry.seat));
    case "hinted":
      return words.logHinted(nameOf(teller, entry.seat));
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

/** What everybody did last, in the order in which it happened; at the start, that it has begun. */
export function lastTurns(log: Entry[]): Entry[] {
  const bySeat = new Map<number, Entry>();
  for (const entry of log) if (entry.kind === "played") bySeat.set(entry.seat, entry);
  if (bySeat.size > 1) bySeat.delete(-1);
  const started = log.findLast((entry) => entry.kind === "started");
  const turns = [...bySeat.values()].sort((a, b) => a.number - b.number);
  return turns.length > 0 || !started ? turns : [started];
}

/** The edition that a table is played by, or nothing where a game has none. */
export function editionName(game: string, options: Record<string, string>): string {
  const edition = options.edition;
  return edition === undefined ? "" : (frontOf(game)?.words.now.editions[edition] ?? edition);
}
