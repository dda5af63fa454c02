/** Fingers and mouse on a map. Whatever moves it is no tap, so that dragging and pinching never give an order. */

import type { Point } from "./camera";

export interface GestureActs {
  /** A tap or a click, on the spot. */
  tap: (x: number, y: number, isFinger: boolean) => void;
  /** By so many pixels. */
  drag: (dx: number, dy: number) => void;
  /** Two fingers around this point, by this factor. */
  pinch: (x: number, y: number, factor: number) => void;
  /** The mouse, with no button down. */
  hover: (x: number, y: number) => void;
}

type Pointer = Pick<PointerEvent, "pointerId" | "pointerType" | "button" | "clientX" | "clientY">;

/** A finger is not steady: so many pixels are still the same spot. */
const STEADY = 8;

export class Gestures {
  #down = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  #isMoving = false;

  constructor(readonly acts: GestureActs) {}

  down(pointer: Pointer): void {
    if (pointer.pointerType === "mouse" && pointer.button !== 0) return;
    const at = { x: pointer.clientX, y: pointer.clientY };
    this.#down.set(pointer.pointerId, at);
    this.#isMoving = this.#down.size > 1;
    if (this.#down.size === 1) this.#start = at;
  }

  move(pointer: Pointer): void {
    const before = this.#down.get(pointer.pointerId);
    const now = { x: pointer.clientX, y: pointer.clientY };
    if (!before) {
      if (pointer.pointerType === "mouse") this.acts.hover(now.x, now.y);
      return;
    }
    this.#down.set(pointer.pointerId, now);
    if (this.#down.size === 2) {
      const [, other] = [...this.#down].find(([id]) => id !== pointer.pointerId)!;
      const span = (p: Point): number => Math.hypot(p.x - other.x, p.y - other.y);
      this.acts.pinch((now.x + other.x) / 2, (now.y + other.y) / 2, span(now) / Math.max(1, span(before)));
      return;
    }
    this.#isMoving ||= Math.hypot(now.x - this.#start.x, now.y - this.#start.y) > STEADY;
    if (this.#isMoving) this.acts.drag(now.x - before.x, now.y - before.y);
  }

  up(pointer: Pointer): void {
    const wasDown = this.#down.delete(pointer.pointerId);
    if (wasDown && this.#down.size === 0 && !this.#isMoving)
      this.acts.tap(pointer.clientX, pointer.clientY, pointer.pointerType !== "mouse");
  }

  /** The pointer has left, or the system took it. */
  cancel(pointer: Pointer): void {
    this.#down.delete(pointer.pointerId);
  }
}
