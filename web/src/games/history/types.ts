/** The types of History of the Samurai, as the server writes them. Everything in this folder gets them from here. */

import type { GameInfo } from "../../messages";
import type { Staging } from "../../table/staging.svelte";
import type { Scene, Teller as AnyTeller } from "../title";
import type { HistoryInfo, HistoryPosition } from "./messages";
import type { HistoryPicking } from "./picking.svelte";

export type {
  AreaOnMap,
  DaimyoInfo,
  EffectInfo,
  EventInfo,
  HistoryBattle,
  HistoryChoice,
  HistoryColour,
  HistoryInfo,
  HistoryMove,
  HistoryPlyDetails,
  HistoryPosition,
  HistoryRoll,
  HistoryScore,
  HistoryScoring,
  ProvinceInfo,
  RegionInfo,
  SeaZoneInfo,
} from "./messages";

/** Map and cards, of what the server says of the game. */
export const boardOf = (game: GameInfo): HistoryInfo | null => game.board as HistoryInfo | null;

export type Teller = AnyTeller<HistoryInfo>;
export type HistoryStaging = Staging<HistoryPosition, HistoryPicking>;
export type HistoryScene = Scene<HistoryPosition, HistoryInfo, HistoryPicking>;
