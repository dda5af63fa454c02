/** What of a map is seen and how it is moved, for any map that is drawn in units of its own. */

import { fitOf, inReach, middleAround, middleOf, seenPart, type Box, type Point } from "./camera";

interface Source {
  /** All of the map, in its units, and the screen for it, in pixels. */
  frame: () => Box;
  screen: () => { width: number; height: number };
  /** How much closer than the whole map. */
  zoom: () => number;
  setZoom: (zoom: number) => void;
}

export type Direction = "left" | "right" | "up" | "down";
export const WAYS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};
export const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export class Viewport {
  #middle = $state.raw<Point | null>(null);

  constructor(readonly source: Source) {}

  /** Pixels of a unit when all of the map is seen. */
  fit: number = $derived.by(() => {
    return fitOf(this.source.frame(), this.source.screen());
  });

  /** Pixels of a unit now. */
  scale: number = $derived.by(() => {
    return this.fit * this.source.zoom();
  });

  /** The part that is seen, in units of the map. */
  box: Box = $derived.by(() => {
    return seenPart(this.source.frame(), this.source.screen(), this.source.zoom(), this.#middle);
  });

  /** The same as shares of the whole; null: all of it. */
  seen: Box | null = $derived.by(() => {
    if (this.source.zoom() === 1) return null;
    const { x, y, width, height } = this.source.frame();
    const { box } = this;
    return {
      x: (box.x - x) / width,
      y: (box.y - y) / height,
      width: box.width / width,
      height: box.height / height,
    };
  });

  zoomTo(to: number, at: Point | null = null): void {
    const next = inReach(to);
    this.#middle = next === 1 ? null : (at ?? middleOf(this.box));
    this.source.setZoom(next);
  }

  /** Around a point of the map, which stays where it is. */
  zoomAround(point: Point, factor: number): void {
    const zoom = this.source.zoom();
    const next = inReach(zoom * factor);
    if (next !== zoom) this.zoomTo(next, middleAround(this.box, point, zoom / next));
  }

  /** As the wheel was turned. */
  turnWheel(event: WheelEvent, point: Point): void {
    event.preventDefault();
    this.zoomAround(point, Math.exp(-event.deltaY * 0.0016));
  }

  /** By so many pixels, where not all is seen anyway. */
  drag(dx: number, dy: number): void {
    if (this.source.zoom() === 1) return;
    const at = middleOf(this.box);
    this.#middle = { x: at.x - dx / this.scale, y: at.y - dy / this.scale };
  }

  /** Brings a point into view, where not all is seen anyway. */
  follow(point: Point): void {
    if (this.source.zoom() > 1) this.#middle = point;
  }
}
