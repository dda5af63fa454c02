/** The words of the notation, taken apart. Which of them are legal, the server says. */

export type CasteName = "buddha" | "rice" | "castle";
export const CASTES: CasteName[] = ["buddha", "rice", "castle"];
const BY_LETTER: Record<string, CasteName> = { b: "buddha", r: "rice", c: "castle" };

export interface Piece {
  space: string;
  caste: CasteName;
}

export type Token =
  | { kind: "tile"; tile: string; space: string }
  | { kind: "put"; caste: CasteName; space: string }
  | { kind: "choose"; tile: string }
  | { kind: "switch"; first: Piece; second: Piece | null }
  | { kind: "switch-second"; second: Piece }
  | { kind: "same" }
  | { kind: "move"; from: string; to: string | null }
  | { kind: "move-to"; to: string }
  | { kind: "pass" }
  | { kind: "done" }
  | { kind: "other" };

const piece = (text: string): Piece => {
  const [space = "", letter = ""] = text.split(".");
  return { space, caste: BY_LETTER[letter] ?? "buddha" };
};

export function parseToken(text: string): Token {
  if (text === "pass" || text === "done") return { kind: text };
  if (text === "x:same") return { kind: "same" };
  if (text.startsWith("x:")) {
    const [first = "", second] = text.slice(2).split("=");
    return { kind: "switch", first: piece(first), second: second ? piece(second) : null };
  }
  if (text.startsWith("=")) return { kind: "switch-second", second: piece(text.slice(1)) };
  if (text.startsWith("m:")) {
    const [from = "", to] = text.slice(2).split(">");
    return { kind: "move", from, to: to ?? null };
  }
  if (text.startsWith(">")) return { kind: "move-to", to: text.slice(1) };
  if (text.includes("@")) {
    const [what = "", space = ""] = text.split("@");
    const caste = BY_LETTER[what];
    return caste ? { kind: "put", caste, space } : { kind: "tile", tile: what, space };
  }
  return /^[a-z]\d?$/.test(text) ? { kind: "choose", tile: text } : { kind: "other" };
}

/** The letter of a caste in tokens. */
export const letterOf = (caste: CasteName): string => caste[0]!;

/** Which tile of the hand a token uses up. */
export function tileOf(token: string): string | null {
  const parsed = parseToken(token);
  if (parsed.kind === "tile" || parsed.kind === "choose") return parsed.tile;
  if (parsed.kind === "switch" || parsed.kind === "same") return "x";
  if (parsed.kind === "move") return "m";
  return null;
}

/** The spaces that a token names. */
export function spacesOf(token: string): string[] {
  const parsed = parseToken(token);
  switch (parsed.kind) {
    case "tile":
    case "put":
      return [parsed.space];
    case "switch":
      return parsed.second ? [parsed.first.space, parsed.second.space] : [parsed.first.space];
    case "move":
      return parsed.to ? [parsed.from, parsed.to] : [parsed.from];
    default:
      return [];
  }
}

/** Where a token goes: a tile comes from the hand, a moved one from its space, and switched pieces from each other. */
export function waysOf(token: string): { from: string | null; to: string }[] {
  const parsed = parseToken(token);
  switch (parsed.kind) {
    case "tile":
    case "put":
      return [{ from: null, to: parsed.space }];
    case "move":
      return parsed.to ? [{ from: parsed.from, to: parsed.to }] : [];
    case "switch":
      return parsed.second
        ? [
            { from: parsed.first.space, to: parsed.second.space },
            { from: parsed.second.space, to: parsed.first.space },
          ]
        : [];
    default:
      return [];
  }
}

/** Orders a hand as the rules list the tiles. */
const ORDER = "brcsnhxm";
export function orderTiles(tiles: readonly string[]): string[] {
  return [...tiles].sort(
    (a, b) => ORDER.indexOf(a[0]!) - ORDER.indexOf(b[0]!) || Number(b.slice(1)) - Number(a.slice(1)),
  );
}

const FIGURES: Record<string, string> = {
  b: "buddha",
  r: "rice",
  c: "castle",
  s: "samurai",
  n: "ronin",
  h: "ship",
  x: "switch",
  m: "move",
};

/** The icon of a tile. In the words of 1998, castles are high helmets. */
export function figureOf(tile: string, isOld = false): string {
  const name = FIGURES[tile[0]!] ?? "move";
  return isOld && name === "castle" ? "helmet" : name;
}

export const casteFigure = (caste: string, isOld = false): string => (isOld && caste === "castle" ? "helmet" : caste);
