/** A position that is set up by hand, at the beginning of an epoch, and the record that begins with it. What is right, the server says. */

import type { EventInfo, HistoryInfo } from "../types";

/** What is in an area. */
export interface Held {
  /** A colour; empty: nobody. */
  owner: string;
  counters: number;
  castle: boolean;
  place: "" | "capital" | "city";
  /** Whether the counters are of the last daimyo. */
  current: boolean;
}

export interface Colour {
  points: number;
  strength: number;
  /** The order of its last daimyo. */
  last: number;
  /** By colour of event cards: the card, or empty where it is not known; and whether it has been played. */
  cards: string[];
  played: boolean[];
}

export interface SetUp {
  players: number;
  epoch: number;
  areas: Record<string, Held>;
  /** By colour, as they sit. */
  colours: Colour[];
  /** By marker: its province, or empty. */
  markers: Record<Marker, string>;
}

export const MARKERS = ["sakai", "hakata"] as const;
export type Marker = (typeof MARKERS)[number];
export const FIRST_EPOCH = 2;
export const nothing: Held = { owner: "", counters: 0, castle: false, place: "", current: false };
export const MOST_FIGURE = 999;

/** Two and three persons play six colours. */
export const coloursOf = (info: HistoryInfo, players: number): string[] =>
  info.colours.slice(0, players < 4 ? 6 : players);

/** Event cards by their colour, those in play. */
export function groupsOf(info: HistoryInfo, players: number): EventInfo[][] {
  const colours = [...new Set(info.events.map((event) => event.colour))];
  const inPlay = info.events.filter((event) => players !== 4 || event.in_four);
  return colours.map((colour) => inPlay.filter((event) => event.colour === colour));
}

export function emptyMap(info: HistoryInfo, players: number): SetUp {
  const groups = groupsOf(info, players);
  return {
    players,
    epoch: FIRST_EPOCH,
    areas: {},
    colours: coloursOf(info, players).map((_, place) => ({
      points: 0,
      strength: 0,
      last: place + 1,
      cards: groups.map(() => ""),
      played: groups.map(() => false),
    })),
    markers: { sakai: "", hakata: "" },
  };
}

/** Provinces and sea zones that are in play. */
export function areasFor(info: HistoryInfo, players: number): { id: string; isSea: boolean }[] {
  const unused = players === 4 ? info.unused_by_four : [];
  return [
    ...info.provinces.map(({ id }) => ({ id, isSea: false })),
    ...info.sea_zones.map(({ id }) => ({ id, isSea: true })),
  ].filter(({ id }) => !unused.includes(id));
}

/** An area with something changed: who has counters has at least one, and who has none is nobody. */
export function change(it: SetUp, area: string, more: Partial<Held>): SetUp {
  const before = it.areas[area] ?? nothing;
  const after = { ...before, ...more };
  if (after.owner === "") Object.assign(after, { counters: 0, current: false });
  else if (after.counters < 1) after.counters = 1;
  return { ...it, areas: { ...it.areas, [area]: after } };
}

export function changeColour(it: SetUp, place: number, more: Partial<Colour>): SetUp {
  return { ...it, colours: it.colours.map((colour, each) => (each === place ? { ...colour, ...more } : colour)) };
}

function textOf(area: string, held: Held): string {
  const has = [held.castle && "castle", held.place, held.current && "current"].filter(Boolean);
  return [area + (held.counters ? `*${held.counters}` : ""), ...has].join("+");
}

/** The record that begins with it. */
export function write(info: HistoryInfo, it: SetUp): string {
  const colours = coloursOf(info, it.players);
  const who = (place: number): string =>
    place < it.players ? colours[place]! : `${colours[place % it.players]}/${colours[place]}`;
  const held = (owner: string): string[] =>
    areasFor(info, it.players).flatMap(({ id }) => {
      const here = it.areas[id] ?? nothing;
      const isSomething = here.owner !== "" || here.castle || here.place !== "";
      return isSomething && here.owner === owner ? [textOf(id, here)] : [];
    });
  const empty = held("");
  const markers = MARKERS.flatMap((name) => (it.markers[name] ? [`${name} ${it.markers[name]}`] : []));
  return [
    '[Game "history"]',
    `[Options "players=${it.players}"]`,
    "",
    [`position ${it.epoch}`, ...(empty.length ? [["empty", ...empty].join(" ")] : []), ...markers].join(" ; "),
    ...it.colours.map((colour, place) => {
      const played = colour.cards.filter((card, group) => card && colour.played[group]);
      return [
        ["board", who(place), ...held(colours[place]!)].join(" "),
        `points ${colour.points}`,
        `strength ${colour.strength}`,
        `last ${colour.last}`,
        ...(played.length ? [["played", ...played].join(" ")] : []),
      ].join(" ; ");
    }),
    ...it.colours.map((colour, place) => ["deal", who(place), ...colour.cards.map((card) => card || "?")].join(" ")),
    "",
  ].join("\n");
}
