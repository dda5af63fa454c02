/** Saves the record of a game as a file. */

import { api } from "../net/api";

export async function saveRecord(table: string, key: string | null): Promise<void> {
  const text = await api.record(table, key);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${table}.game`;
  link.click();
  URL.revokeObjectURL(link.href);
}
