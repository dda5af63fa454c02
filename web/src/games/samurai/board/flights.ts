/** Captured pieces fly from the board to who took them. */

import type Board from "./Board.svelte";
import { casteFigure } from "../tokens";
import type { Take } from "../types";

const LENGTH = 520;
const APART = 80;

export function fly(takes: Take[], board: Board, isOld: boolean): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [number, take] of takes.entries()) {
    const from = board.onScreen(take.space);
    const goal = document.querySelector(
      take.taker === null || take.taker === undefined ? ".tray.a .slots" : `.player[data-seat="${take.taker}"]`,
    );
    if (!from || !goal) continue;
    const to = goal.getBoundingClientRect();
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "flight");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#i-samurai-${casteFigure(take.piece, isOld)}`);
    svg.append(use);
    (goal.closest("[data-game]") ?? document.body).append(svg);
    const end = { x: to.left + to.width / 2, y: to.top + to.height / 2 };
    const at = (x: number, y: number, scale: number): string => `translate(${x - 22}px, ${y - 22}px) scale(${scale})`;
    svg.animate(
      [
        { transform: at(from.x, from.y, 1), opacity: 1 },
        { transform: at(from.x, from.y - 18, 1.35), opacity: 1, offset: 0.25 },
        { transform: at(end.x, end.y, 0.6), opacity: 0.9 },
      ],
      { duration: LENGTH + 200, delay: number * APART, easing: "cubic-bezier(.5, 0, .2, 1)", fill: "both" },
    ).onfinish = () => svg.remove();
  }
}
