/** Which level comes next. */

import type { GameInfo, TableInfo } from "../messages";

const WINS_FOR_NEXT = 2;

/** The level after that of the last two games, if both were won against bots of it; null: there is none to offer. */
export function nextLevel(game: GameInfo, tables: TableInfo[]): string | null {
  const last = tables
    .filter((table) => table.game === game.name && table.outcome && table.seats.some((seat) => seat.is_yours))
    .sort((one, other) => other.updated_at - one.updated_at)
    .slice(0, WINS_FOR_NEXT);
  const levels = game.bots.filter((bot) => bot.is_level).map((bot) => bot.name);
  const bots = new Set(last.flatMap((table) => table.seats.filter((seat) => !seat.is_yours).map((seat) => seat.name)));
  const [bot] = bots;
  const isWon = (table: TableInfo): boolean =>
    table.outcome!.winners.some((seat) => table.seats[seat]?.is_yours && !table.seats[seat].stand_in) &&
    table.seats.every((seat) => seat.is_yours || seat.kind === "bot");
  if (last.length < WINS_FOR_NEXT || bots.size !== 1 || !last.every(isWon)) return null;
  const place = levels.indexOf(bot!);
  return place < 0 ? null : (levels[place + 1] ?? null);
}
