/** Signs of the map and of cards, for the sprite. */

import { symbols } from "../../parts/drawings.svelte";

const icons = import.meta.glob<string>("./icons/*.svg", { query: "?raw", import: "default", eager: true });

export const drawings = symbols(icons, "history-");
