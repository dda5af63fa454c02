import { expect, test, vi } from "vitest";
import type { BotInfo, GameInfo } from "../messages";
import { easiestBot, quickOptions } from "./playing";
import { session } from "./session.svelte";

vi.mock("./router.svelte", () => ({ router: {} }));
vi.mock("./session.svelte", () => ({
  session: { person: null, preferences: { gentle: true, played: {}, level: null } },
}));

const front = { name: "game", quick: { players: 2, options: { hands: "random" }, gentle: { captured: "open" } } };
const OPEN = { hands: "random", captured: "open" };
const PLAIN = { hands: "random" };

test("somebody's first three games are gentle, and the fourth is not", () => {
  expect(quickOptions(front, false)).toEqual(OPEN);
  session.preferences.played = { game: 2, other: 9 };
  expect(quickOptions(front, false)).toEqual(OPEN);
  session.preferences.played = { game: 3 };
  expect(quickOptions(front, false)).toEqual(PLAIN);
  session.preferences.played = {};
});

test("never for the rating, nor for who does not want it", () => {
  expect(quickOptions(front, true)).toEqual(PLAIN);
  session.preferences.gentle = false;
  expect(quickOptions(front, false)).toEqual(PLAIN);
  session.preferences.gentle = true;
});

test("after the tutorial one plays the first of the levels, whatever was chosen before", () => {
  const bot = (name: string, is_level: boolean): BotInfo => ({ name, is_level, strengths: {} }) as unknown as BotInfo;
  const game = { bots: [bot("uniform", false), bot("farmer", true), bot("shogun", true)] } as unknown as GameInfo;
  session.preferences.level = "shogun";
  expect(easiestBot(game)).toBe("farmer");
});
