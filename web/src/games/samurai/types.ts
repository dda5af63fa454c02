/** The types of Samurai, as the server writes them. Everything in this folder gets them from here. */

import type { GameInfo } from "../../messages";
import type { Staging } from "../../table/staging.svelte";
import type { Scene, Teller as AnyTeller } from "../title";
import type { SamuraiInfo, SamuraiPosition } from "./messages";
import type { SamuraiPicking } from "./picking.svelte";

export type { Take } from "../../messages";
export type { Contest, SamuraiInfo, SamuraiPosition, SettlementOnBoard, SpaceInfo, TileInfo } from "./messages";

/** Board and tiles, of what the server says of the game. */
export const boardOf = (game: GameInfo): SamuraiInfo | null => game.board as SamuraiInfo | null;

export type Teller = AnyTeller<SamuraiInfo>;
export type SamuraiStaging = Staging<SamuraiPosition, SamuraiPicking>;
export type SamuraiScene = Scene<SamuraiPosition, SamuraiInfo, SamuraiPicking>;
