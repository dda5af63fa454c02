/** A game for who only looks on: what everybody may see, with nothing to do. */

import type { Opened } from "../games";
import type { AnyPosition, AnyScene, AnyTeller, Picking } from "../games/title";
import type { PlyInfo } from "../messages";
import { Staging } from "./staging.svelte";

const nobodyPlays = (): Promise<never> => Promise.reject(new Error("who looks on does not play"));

interface Seen {
  teller: () => AnyTeller;
  position: () => AnyPosition | null;
  news?: () => PlyInfo[];
  isReplay: boolean;
}

export function onlookerScene(opened: Opened, { teller, position, news, isReplay }: Seen): AnyScene {
  const staging = new Staging<AnyPosition, Picking>(
    { position, choice: () => null, preview: nobodyPlays, act: nobodyPlays, storage: () => null },
    (staging) => opened.title.pickUp(staging, opened.board),
  );
  return {
    get teller() {
      return teller();
    },
    get position() {
      return position()!;
    },
    get shown() {
      return position()!;
    },
    staging,
    seat: null,
    isMyTurn: false,
    isOver: false,
    isReplay,
    plies: [],
    get news() {
      return news?.() ?? [];
    },
    marks: [],
  };
}

/** Who tells a game to those who look on. */
export const onlookerTeller = (opened: Opened, info: Pick<AnyTeller, "game" | "options" | "seats">): AnyTeller => ({
  game: info.game,
  board: opened.board,
  options: info.options,
  seats: info.seats,
  own: null,
});
