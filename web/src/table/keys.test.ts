import { expect, test } from "vitest";
import { commandOf } from "./keys";

function press(key: string, more: Partial<KeyboardEvent> = {}, isInField = false): KeyboardEvent {
  const target = { closest: () => (isInField ? {} : null) };
  return { key, target, ctrlKey: false, metaKey: false, altKey: false, ...more } as unknown as KeyboardEvent;
}

test("Escape closes the log first, and only then takes a tile back", () => {
  expect(commandOf(press("Escape"), true, true)).toBe("close");
  expect(commandOf(press("Escape"), false, true)).toBe("undo");
  expect(commandOf(press("Escape"), false, false)).toBeNull();
});

test("each key has its command, and none while somebody writes", () => {
  const keys = { Backspace: "undo", o: "overlay", h: "hint", "/": "typed", "?": "keys", l: "log" };
  for (const [key, command] of Object.entries(keys)) {
    expect(commandOf(press(key), false, true)).toBe(command);
    expect(commandOf(press(key, {}, true), false, true)).toBeNull();
    expect(commandOf(press(key, { ctrlKey: true }), false, true)).toBeNull();
  }
  expect(commandOf(press("Enter", { metaKey: true }), true, true)).toBe("confirm");
  expect(commandOf(press("Enter"), false, true)).toBeNull();
});
