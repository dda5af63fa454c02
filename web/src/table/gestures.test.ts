import { beforeEach, expect, test, vi } from "vitest";
import { Gestures } from "./gestures";

const acts = { tap: vi.fn(), drag: vi.fn(), pinch: vi.fn(), hover: vi.fn() };
let gestures: Gestures;
beforeEach(() => {
  vi.clearAllMocks();
  gestures = new Gestures(acts);
});
const finger = (pointerId: number, clientX: number, clientY: number) => ({
  pointerId,
  pointerType: "touch",
  button: 0,
  clientX,
  clientY,
});
const mouse = (clientX: number, clientY: number, button = 0) => ({
  ...finger(1, clientX, clientY),
  pointerType: "mouse",
  button,
});

test("a tap need not be steady, but nearly", () => {
  gestures.down(finger(1, 100, 100));
  gestures.move(finger(1, 105, 104));
  gestures.up(finger(1, 105, 104));
  expect(acts.tap).toHaveBeenCalledExactlyOnceWith(105, 104, true);
  expect(acts.drag).not.toHaveBeenCalled();
});

test("a click is no finger, and only the first button counts", () => {
  gestures.down(mouse(10, 10));
  gestures.up(mouse(10, 10));
  expect(acts.tap).toHaveBeenCalledExactlyOnceWith(10, 10, false);
  gestures.down(mouse(10, 10, 2));
  gestures.up(mouse(10, 10, 2));
  expect(acts.tap).toHaveBeenCalledTimes(1);
});

test("a drag moves the map and never gives an order, even if it comes back", () => {
  gestures.down(finger(1, 100, 100));
  gestures.move(finger(1, 120, 100));
  gestures.move(finger(1, 100, 100));
  gestures.up(finger(1, 100, 100));
  expect(acts.drag.mock.calls).toEqual([
    [20, 0],
    [-20, 0],
  ]);
  expect(acts.tap).not.toHaveBeenCalled();
});

test("two fingers pinch around their middle, and lifting them is no tap", () => {
  gestures.down(finger(1, 100, 100));
  gestures.down(finger(2, 200, 100));
  gestures.move(finger(2, 300, 100));
  expect(acts.pinch).toHaveBeenCalledExactlyOnceWith(200, 100, 2);
  gestures.up(finger(1, 100, 100));
  gestures.up(finger(2, 300, 100));
  expect(acts.tap).not.toHaveBeenCalled();
  gestures.down(finger(3, 50, 50));
  gestures.up(finger(3, 50, 50));
  expect(acts.tap).toHaveBeenCalledTimes(1);
});

test("the mouse hovers while no button is down; fingers do not", () => {
  gestures.move(mouse(5, 6));
  gestures.move(finger(2, 7, 8));
  expect(acts.hover).toHaveBeenCalledExactlyOnceWith(5, 6);
  gestures.down(mouse(5, 6));
  gestures.move(mouse(6, 6));
  expect(acts.hover).toHaveBeenCalledTimes(1);
});

test("a pointer that the system takes away does nothing", () => {
  gestures.down(finger(1, 100, 100));
  gestures.cancel(finger(1, 100, 100));
  gestures.up(finger(1, 100, 100));
  expect(acts.tap).not.toHaveBeenCalled();
});
