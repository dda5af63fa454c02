/** Where a game can be looked back at; with its review at once, if that is wanted. */
export function replayOf(table: string, key: string | null, hasReview = false): string {
  const wishes = [key ? `key=${key}` : "", hasReview ? "review=1" : ""].filter(Boolean);
  return `/replay/${table}${wishes.length > 0 ? `?${wishes.join("&")}` : ""}`;
}
