/** The drawings that everything else refers to: icons and patterns, of the page itself and of its games. */

class Drawings {
  #sheets = $state.raw<string[]>([]);

  get all(): string {
    return this.#sheets.join("");
  }

  /** Adds symbols and patterns, each sheet once. */
  add(sheet: string): void {
    if (!this.#sheets.includes(sheet)) this.#sheets = [...this.#sheets, sheet];
  }
}
export const drawings = new Drawings();

/** Icons as symbols, by the names of their files; those of a game begin with its name, so that each can have its castle. */
export function symbols(files: Record<string, string>, prefix = ""): string {
  return Object.entries(files)
    .map(([path, text]) => {
      const name = prefix + path.split("/").pop()!.replace(".svg", "");
      const [, head = "", body = ""] = /<svg ([^>]*)>([\s\S]*)<\/svg>/.exec(text) ?? [];
      return `<symbol id="i-${name}" ${head.replace(/xmlns="[^"]*" ?/, "")}>${body.replace(/\n */g, "")}</symbol>`;
    })
    .join("");
}

/** Waves (seigaiha): rows of arcs, each row covering the one above. */
export function waves(name: string, ground: string, scale: number): string {
  let rows = "";
  for (const y of [-12, 0, 12, 24, 36, 48])
    for (const x of y % 24 === 0 ? [0, 48] : [-24, 24, 72])
      rows += `<g transform="translate(${x} ${y})"><circle r="23"/><circle r="16"/><circle r="9"/></g>`;
  return (
    `<pattern id="${name}" width="48" height="24" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})">` +
    `<g fill="var(${ground})" stroke="var(--sea-wave)" stroke-width="1.4">${rows}</g></pattern>`
  );
}
