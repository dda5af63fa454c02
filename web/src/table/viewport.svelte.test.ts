import { expect, test } from "vitest";
import { Viewport } from "./viewport.svelte";

function look(): { view: Viewport; zoom: () => number } {
  let zoom = $state(1);
  const view = new Viewport({
    frame: () => ({ x: 10, y: 20, width: 100, height: 50 }),
    screen: () => ({ width: 200, height: 100 }),
    zoom: () => zoom,
    setZoom: (to) => (zoom = to),
  });
  return { view, zoom: () => zoom };
}

test("the whole map fits, and does not move", () => {
  const { view } = look();
  expect(view.fit).toBe(2);
  view.drag(30, 30);
  view.follow({ x: 0, y: 0 });
  expect(view.box).toEqual({ x: 10, y: 20, width: 100, height: 50 });
  expect(view.seen).toBeNull();
});

test("what is under the fingers stays there while they pinch", () => {
  const { view, zoom } = look();
  const point = { x: 40, y: 40 };
  const before = (point.x - view.box.x) / view.box.width;
  view.zoomAround(point, 2);
  expect(zoom()).toBe(2);
  expect((point.x - view.box.x) / view.box.width).toBeCloseTo(before);
  expect(view.seen).toEqual({ x: 0.15, y: 0.2, width: 0.5, height: 0.5 });
  view.zoomAround(point, 0.01);
  expect(zoom()).toBe(1);
});

test("dragging moves the map with the finger, and never beyond its edge", () => {
  const { view } = look();
  view.zoomTo(2, { x: 60, y: 45 });
  const { x } = view.box;
  view.drag(-8, 0);
  expect(view.box.x).toBe(x + 2);
  view.drag(10_000, 10_000);
  expect([view.box.x, view.box.y]).toEqual([10, 20]);
});
