/** The lobby as it stands: whole at first, then what is different. */

import type { Lobby, LobbyChanged, TableInfo } from "../messages";

export interface LobbyView {
  /** How many people are connected just now. */
  here: number;
  /** Those first that wait for players, then the latest. */
  tables: TableInfo[];
}

export class LobbyList {
  #tables = new Map<string, TableInfo>();

  /** What to show after a message. */
  take(message: Lobby | LobbyChanged): LobbyView {
    if (message.type === "lobby") this.#tables.clear();
    else for (const id of message.gone) this.#tables.delete(id);
    for (const table of message.tables) this.#tables.set(table.id, table);
    const tables = [...this.#tables.values()].sort(
      (one, other) => one.status.localeCompare(other.status) || other.updated_at - one.updated_at,
    );
    return { here: message.here, tables };
  }
}
