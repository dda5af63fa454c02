/** Saves texts as files, such as the record of a game. */

import { api } from "../net/api";

export async function saveRecord(table: string, key: string | null): Promise<void> {
  saveText(`${table}.game`, await api.record(table, key));
}

export function saveText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
