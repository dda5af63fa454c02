/** Sitting down in one click. */

import type { GameInfo } from "../messages";
import { api } from "./api";
import { router } from "./router.svelte";
import { session } from "./session.svelte";

/** The bot that "Play now" sits down with: the chosen one, else a friendly one. */
export function usualBot(game: GameInfo | null): string {
  const bots = game?.bots ?? [];
  const chosen = bots.find((bot) => bot.name === session.preferences.level);
  const levels = bots.filter((bot) => bot.is_level);
  return (chosen ?? levels[1] ?? levels[0] ?? bots.find((bot) => bot.name === "greedy") ?? bots[0])?.name ?? "greedy";
}

/** A first game, as the rule book suggests: hands and pieces dealt at random. */
export async function playNow(): Promise<void> {
  await session.be();
  const bot = usualBot(await api.samurai());
  const info = await api.makeTable({
    options: { hands: "random", pieces: "random" },
    seats: [{ kind: "me" }, { kind: "bot", bot }],
  });
  router.go(`/table/${info.id}`);
}
