/** Cards in whole sentences, made from what they do: so every language tells them. */

import { listed } from "../../words/language.svelte";
import { areaName, cardName, regionName } from "./telling";
import type { DaimyoInfo, EffectInfo, EventInfo, Teller } from "./types";
import { words } from "./words";

type Board = Pick<Teller, "board">;

export interface CardLine {
  icon: string;
  text: string;
}

const number = (effect: EffectInfo, name: string): number => Number(effect.figures[name] ?? 0);
const text = (effect: EffectInfo, name: string): string => String(effect.figures[name] ?? "");
const areas = (teller: Board, effect: EffectInfo, name: string): string => {
  const found = effect.figures[name];
  return Array.isArray(found) ? listed(found.map((area) => areaName(teller, area))) : "";
};

/** What a daimyo does beyond placing counters. */
function daimyoEffect(teller: Board, effect: EffectInfo): CardLine | null {
  const e = words.now.daimyoEffects;
  switch (effect.kind) {
    case "stays_current_until":
      return { icon: "clock", text: e.staysUntil(cardName(teller, text(effect, "clan"))) };
    case "combat_dice":
      return { icon: "history-dice", text: e.dice(number(effect, "dice")) };
    case "place_far":
      return { icon: "link", text: text(effect, "scope") === "any_province" ? e.farAnywhere : e.farLandmass };
    case "extra_initial":
      return { icon: "plus", text: e.alsoIn(areaName(teller, text(effect, "province"))) };
    case "vp_take":
      return { icon: "confirm", text: e.forTaking(areas(teller, effect, "provinces"), number(effect, "vp")) };
    case "vp_sea":
      return { icon: "history-ship", text: e.forSea(number(effect, "vp")) };
    case "uprising":
      return { icon: "history-dice", text: e.uprising };
    case "off_map_start":
      return { icon: "link", text: e.offMap(number(effect, "players"), areas(teller, effect, "via")) };
    case "any_initial":
      return { icon: "link", text: e.anywhere };
    case "no_settlement":
      return { icon: "history-city", text: e.noCity };
    default:
      return null;
  }
}

export function daimyoLines(teller: Board, card: DaimyoInfo): CardLine[] {
  const w = words.now;
  const first = card.initial.map((area) => areaName(teller, area));
  const lines: CardLine[] = [
    { icon: "hand", text: w.cardPlaces(card.strength, first.length > 0 ? listed(first) : "") },
  ];
  if (card.navy) lines.push({ icon: "history-ship", text: w.cardNavy });
  if (card.capital) lines.push({ icon: "history-capital", text: w.cardCapital(areaName(teller, card.capital)) });
  if (card.regional)
    lines.push({ icon: "history-dice", text: w.daimyoEffects.regional(regionName(teller, card.regional)) });
  for (const effect of card.effects) {
    const line = daimyoEffect(teller, effect);
    if (line) lines.push(line);
  }
  lines.push({ icon: "clock", text: w.cardOrder(card.order) });
  return lines;
}

function eventEffect(teller: Board, effect: EffectInfo): string {
  const e = words.now.eventEffects;
  switch (effect.kind) {
    case "minor_daimyo":
      return e.minor(
        areaName(teller, text(effect, "province")),
        number(effect, "strength"),
        effect.figures.navy === true,
      );
    case "revolt":
      return e.revolt(number(effect, "counters"));
    case "auto_win":
      return e.autoWin(number(effect, "combats"));
    case "vp_per_kill":
      return e.perKill(number(effect, "vp"));
    case "dice_bonus":
      return e.dice(number(effect, "dice"), number(effect, "combats"));
    case "ignore_terrain":
      return e.noTerrain;
    case "grant_navy":
      return e.navy;
    case "extra_strength":
      return e.more(number(effect, "counters"));
    case "free_castle":
      return e.castles(number(effect, "castles"));
    case "place_marker":
      return e.marker(words.now.signs[text(effect, "marker")] ?? text(effect, "marker"));
    case "vp_now":
      return e.points(number(effect, "vp"));
    case "vp_hold":
      return e.hold(areas(teller, effect, "provinces"), number(effect, "vp_each"), number(effect, "cap"));
    case "take_province":
      return e.takeProvince(areaName(teller, text(effect, "province")), number(effect, "counters"));
    case "attrition":
      return e.attrition(areas(teller, effect, "provinces"), number(effect, "each"));
    case "attrition_region":
      return e.famine(number(effect, "each"));
    case "foreign_attack":
      return e.foreign(areas(teller, effect, "provinces"), number(effect, "attacks"));
    case "raze_castles":
      return e.raze(areas(teller, effect, "provinces"));
    default:
      return "";
  }
}

export const eventText = (teller: Board, event: EventInfo): string =>
  event.effects
    .map((effect) => eventEffect(teller, effect))
    .filter(Boolean)
    .join(" ");
