/** Saves files: texts, such as the record of a game, or a picture of a position, which can also be sent on. */

import { api } from "../net/api";

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const saveText = (name: string, text: string): void => save(new Blob([text], { type: "text/plain" }), name);

export async function saveRecord(table: string, key: string | null): Promise<void> {
  saveText(`${table}.game`, await api.record(table, key));
}

/** Where a picture of a position is. */
export const pictureOf = (table: string, version: number, key: string | null): string =>
  `/api/tables/${table}/positions/${version}/picture${key ? `?key=${key}` : ""}`;

/** A picture of a position: to another app where the device offers that, else into a file. */
export async function sharePicture(table: string, version: number, key: string | null): Promise<void> {
  const answer = await fetch(pictureOf(table, version, key));
  if (!answer.ok) return;
  const content = await answer.blob();
  const file = new File([content], `${table}-${version}.png`, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) save(content, file.name);
  else await navigator.share({ files: [file], title: "tenka" }).catch(() => {}); // who changes their mind does nothing wrong
}
