/** Figures, tiles and ground, for the sprite. */

import { symbols, waves } from "../../parts/drawings.svelte";
import { hexagon } from "./board/geometry";

const icons = import.meta.glob<string>("./icons/*.svg", { query: "?raw", import: "default", eager: true });

const grain =
  '<pattern id="samurai-grain" width="46" height="46" patternUnits="userSpaceOnUse"><g fill="none" stroke="var(--land-2)" ' +
  'stroke-width="1.4" stroke-linecap="round"><path d="M4 12q6-5 12 0M27 30q6-5 12 0M30 8q4-3.500 8 0M8 36q4-3.500 8 0"/></g></pattern>';

/** A tile without its figure: dark hairline, light rim, the player's colour. */
const blank = (turn: number): string =>
  `<g id="samurai-tile-${turn}"><path class="samurai-tile-edge" fill="var(--tile-edge)" d="${hexagon(48, turn)}"/>` +
  `<path fill="var(--tile-rim)" d="${hexagon(46.2, turn)}"/><path fill="var(--c)" d="${hexagon(41.5, turn)}"/></g>`;

export const drawings = symbols(icons, "samurai-") + blank(0) + blank(30) + waves("samurai-sea", "--sea", 1.1) + grain;
