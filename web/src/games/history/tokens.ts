/** Moves as records write them, taken apart. */

export const COLOURS = ["red", "blue", "gold", "green", "purple", "teal"] as const;

export type Token =
  | { kind: "place" | "own" | "castle" | "capital"; area: string }
  | { kind: "event"; event: string }
  | { kind: "region"; region: string }
  | { kind: "give"; colour: string }
  | { kind: "keep" | "ready" | "end" | "none" };

export function parseToken(text: string): Token {
  if (text === "keep" || text === "ready" || text === "end") return { kind: text };
  if (text === "pass") return { kind: "end" };
  if (text === "capital:none") return { kind: "none" };
  if ((COLOURS as readonly string[]).includes(text)) return { kind: "give", colour: text };
  if (/^e\d+$/.test(text)) return { kind: "event", event: text };
  const [head, tail] = text.split(":") as [string, string?];
  if (tail === undefined) return { kind: "place", area: head };
  if (tail === "own") return { kind: "own", area: head };
  if (head === "castle" || head === "capital") return { kind: head, area: tail };
  return { kind: "region", region: tail };
}

/** The area that a move is about, if it is about one. */
export function areaOf(text: string): string | null {
  const token = parseToken(text);
  return "area" in token ? token.area : null;
}

/** The number of a colour, from 0; its crest and its style have the next one. */
export const numberOf = (colour: string): number => (COLOURS as readonly string[]).indexOf(colour);

/** Who plays a colour, among so many. */
export const seatOf = (colour: string, players: number): number => numberOf(colour) % players;
