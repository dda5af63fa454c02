/** The games of the page. Each is a folder; what is in it is loaded when a game of it is opened. */

import type { GameInfo } from "../messages";
import { api } from "../net/api";
import { drawings } from "../parts/drawings.svelte";
import type { AnyTitle, Front } from "./title";

interface Folder {
  front: () => Promise<{ front: Front }>;
  title: () => Promise<{ title: unknown }>;
}

const FOLDERS: Record<string, Folder> = {
  samurai: { front: () => import("./samurai/front"), title: () => import("./samurai/title") },
  history: { front: () => import("./history/front"), title: () => import("./history/title") },
};

const loaded: Record<string, Front> = {};

async function loadFront(name: string): Promise<void> {
  const { front } = await FOLDERS[name]!.front();
  await front.words.open();
  drawings.add(front.drawings);
  loaded[name] = front;
}

/** Loads what is said of the games before they are opened; to be called before anything is shown. */
export async function loadFronts(): Promise<void> {
  await Promise.all(Object.keys(FOLDERS).map(loadFront));
}

/** Of a game that the page can show. */
export const frontOf = (game: string): Front | null => loaded[game] ?? null;

/** All games that the page can show, in their order. */
export const allFronts = (): Front[] => Object.keys(FOLDERS).flatMap((name) => loaded[name] ?? []);

/** The games that the server offers and the page can show. */
export async function offered(): Promise<GameInfo[]> {
  const games = await api.games();
  return allFronts().flatMap((front) => games.find((game) => game.name === front.name) ?? []);
}

/** A game that is open: its title, what the server says of it, and its board. */
export interface Opened {
  title: AnyTitle;
  game: GameInfo;
  board: unknown;
}

/** A game's own code and words; null: the page cannot show it. */
export async function openTitle(name: string): Promise<AnyTitle | null> {
  const folder = FOLDERS[name];
  if (!folder) return null;
  const [found] = await Promise.all([folder.title(), loadFront(name)]);
  // Only here is it forgotten what the title's own types are: it gets nothing but what is of its game.
  const title = found.title as AnyTitle;
  await title.words.open();
  return title;
}

/** Opens a game; null: the page cannot show it, or the server does not offer it. */
export async function open(name: string): Promise<Opened | null> {
  const [title, games] = await Promise.all([openTitle(name), api.games()]);
  const game = games.find((each) => each.name === name);
  const board = game ? title?.boardOf(game) : null;
  return title && game && board ? { title, game, board } : null;
}
