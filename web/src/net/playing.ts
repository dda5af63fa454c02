/** Sitting down in one click. */

import { open, type Opened } from "../games";
import type { Front } from "../games/title";
import type { GameInfo, TableInfo } from "../messages";
import { api } from "./api";
import { router } from "./router.svelte";
import { session } from "./session.svelte";

/** In a rated game against bots: nobody is in a hurry, but nobody can let a lost game rest for ever. */
const RATED_CLOCK = { kind: "days", days: 3 } as const;

/** The bot that "Play now" sits down with: the chosen one, else a friendly one. */
export function usualBot(game: GameInfo | null): string {
  const bots = game?.bots ?? [];
  const chosen = bots.find((bot) => bot.name === session.preferences.level);
  const levels = bots.filter((bot) => bot.is_level);
  return (chosen ?? levels[1] ?? levels[0] ?? bots.find((bot) => bot.name === "greedy") ?? bots[0])?.name ?? "greedy";
}

/** The bot for somebody who has just been told the rules. */
export function easiestBot(game: GameInfo): string {
  return game.bots.find((bot) => bot.is_level)?.name ?? usualBot(game);
}

/** So many games count as somebody's first ones. */
const FIRST_GAMES = 3;

/** Whether games can be rated: for those with an account. */
export const canBeRated = (): boolean => session.person !== null && !session.person.is_guest;

/** A game as the title suggests it; its own code comes while the table is made. */
async function begin(
  front: Front,
  against: string | null,
  make: (bot: string, isRated: boolean) => Promise<TableInfo>,
): Promise<void> {
  const opening: Promise<Opened | null> = open(front.name);
  opening.catch(() => {});
  await session.be();
  const game = (await api.games()).find((each) => each.name === front.name) ?? null;
  const bot = against ?? usualBot(game);
  const { players } = front.quick;
  const isMeasured = game?.bots.find((each) => each.name === bot)?.strengths[String(players)] !== undefined;
  const info = await make(bot, session.preferences.rated && canBeRated() && isMeasured);
  router.go(`/table/${info.id}`);
}

/** A first game, against bots. */
export const playNow = (front: Front, against: string | null = null): Promise<void> =>
  begin(front, against, (bot, isRated) => {
    const { players, options, gentle } = front.quick;
    const isFirst = session.preferences.gentle && (session.preferences.played[front.name] ?? 0) < FIRST_GAMES;
    return api.makeTable({
      game: front.name,
      options: { ...options, ...(isFirst && !isRated ? gentle : {}) },
      seats: [{ kind: "me" }, ...Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, bot }))],
      ...(isRated ? { rated: true, clock: RATED_CLOCK } : {}),
    });
  });

/** Against anybody who wants the same, so with the same rules for all; a bot keeps the seat until somebody comes. */
export const playAnybody = (front: Front): Promise<void> =>
  begin(front, null, (bot, rated) => {
    const { players, options } = front.quick;
    return api.pair({ game: front.name, options, players, bot, rated });
  });
