/** What the server has said of its games, for everything that shows a bot. */

import type { GameInfo } from "../messages";

class Known {
  games = $state.raw<GameInfo[]>([]);

  /** How strong a bot is at a table of so many; null: nobody has measured it, or the server has not answered yet. */
  strength(game: string, bot: string, players: number): number | null {
    const bots = this.games.find((each) => each.name === game)?.bots;
    return bots?.find((each) => each.name === bot)?.strengths[String(players)] ?? null;
  }
}

export const known = new Known();
