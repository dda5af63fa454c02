/** The types of Samurai, as the server writes them. Everything in this folder gets them from here. */

import type { GameInfo, SamuraiInfo, SamuraiPosition } from "../../messages";
import type { Staging } from "../../table/staging.svelte";
import type { Scene, Teller as AnyTeller } from "../title";
import type { SamuraiPicking } from "./picking.svelte";

export type {
  Contest,
  SamuraiInfo,
  SamuraiPosition,
  SettlementOnBoard,
  SpaceInfo,
  Take,
  TileInfo,
} from "../../messages";

/** Board and tiles, of what the server says of the game. */
export const boardOf = (game: GameInfo): SamuraiInfo | null => game.samurai;

export type Teller = AnyTeller<SamuraiInfo>;
export type SamuraiStaging = Staging<SamuraiPosition, SamuraiPicking>;
export type SamuraiScene = Scene<SamuraiPosition, SamuraiInfo, SamuraiPicking>;
