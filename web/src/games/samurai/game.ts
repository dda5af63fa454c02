/** The page plays one of the games: what the server says of it. */

import type { GameInfo as AnyGameInfo } from "../../messages";
import type { SamuraiInfo } from "./messages";

export type GameInfo = AnyGameInfo & { samurai: SamuraiInfo };
