/** Sitting down in one click. */

import { open, type Opened } from "../games";
import type { Front } from "../games/title";
import type { GameInfo } from "../messages";
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

/** Whether games can be rated: for those with an account. */
export const canBeRated = (): boolean => session.person !== null && !session.person.is_guest;

/** A first game, as the title suggests it: against bots, or against anybody who wants the same. */
export async function playNow(front: Front, isAnybody = false): Promise<void> {
  // The game's own code comes while the table is made.
  const opening: Promise<Opened | null> = open(front.name);
  opening.catch(() => {});
  await session.be();
  const game = (await api.games()).find((each) => each.name === front.name) ?? null;
  const bot = usualBot(game);
  const { players, options } = front.quick;
  const isMeasured = game?.bots.find((each) => each.name === bot)?.strengths[String(players)] !== undefined;
  const isRated = session.preferences.rated && canBeRated() && isMeasured;
  const info = await (isAnybody
    ? api.pair({ game: front.name, options, players, bot, rated: isRated })
    : api.makeTable({
        game: front.name,
        options,
        seats: [{ kind: "me" }, ...Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, bot }))],
        ...(isRated ? { rated: true, clock: RATED_CLOCK } : {}),
      }));
  router.go(`/table/${info.id}`);
}
