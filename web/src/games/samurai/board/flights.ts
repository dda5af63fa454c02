/** Pieces that fly: captured ones to the count of who took them, exchanged ones to each other's place. */

import type { Point } from "../../../table/camera";
import { FLIGHT } from "../story";
import { casteFigure, type Piece } from "../tokens";
import type { Take } from "../types";
import type Board from "./Board.svelte";

/** Between two that are shown at once. */
const APART = 80;

export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function flyToTakers(takes: Take[], board: Board, isOld: boolean): void {
  for (const [number, take] of takes.entries()) {
    const goal = goalOf(take);
    const from = board.onScreen(take.space);
    const to = goal?.getBoundingClientRect();
    if (!goal || !from || !to) continue;
    const end = { x: to.left + to.width / 2, y: to.top + to.height / 2 };
    fly(casteFigure(take.piece, isOld), from, end, 0.5, number * APART);
  }
}

export function flyAcross(first: Piece, second: Piece, board: Board, isOld: boolean): void {
  const [here, there] = [board.onScreen(first.space), board.onScreen(second.space)];
  if (!here || !there) return;
  fly(casteFigure(first.caste, isOld), here, there, 1);
  fly(casteFigure(second.caste, isOld), there, here, 1);
}

/** The count of that caste on the player's card; without one the card, or the pieces beside the board. */
function goalOf(take: Take): Element | null {
  if (take.taker === null || take.taker === undefined) return document.querySelector(".tray.a .slots");
  const card = `[data-seat="${take.taker}"]`;
  const goals = document.querySelectorAll(`${card} [data-caste="${take.piece}"], ${card}`);
  // In the order of the page a card comes before its counts.
  return [...goals].filter((goal) => goal.getClientRects().length > 0).at(-1) ?? null;
}

function fly(figure: string, from: Point, to: Point, scale: number, delay = 0): void {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "flight");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-samurai-${figure}`);
  svg.append(use);
  (document.querySelector(".game") ?? document.body).append(svg);
  const at = (x: number, y: number, scale: number): string => `translate(${x - 22}px, ${y - 22}px) scale(${scale})`;
  svg.animate(
    [
      { transform: at(from.x, from.y, 1), opacity: 1 },
      { transform: at(from.x, from.y - 18, 1.35), opacity: 1, offset: 0.25 },
      { transform: at(to.x, to.y, scale), opacity: 0.9 },
    ],
    { duration: FLIGHT, delay, easing: "cubic-bezier(.5, 0, .2, 1)", fill: "both" },
  ).onfinish = () => svg.remove();
}
