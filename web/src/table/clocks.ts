/** What a clock shows. */

import type { Clocks } from "../messages";
import { language } from "../words/language.svelte";

const DAY = 86400;
const HOUR = 3600;

/** The seconds that a seat has left, by the server's clock. */
export function secondsLeft(clocks: Clocks, seat: number, now: number): number {
  const gone = clocks.running.includes(seat) ? Math.max(0, now - clocks.at) : 0;
  const turn = clocks.turn_left[seat]! - gone;
  return Math.max(0, turn > 0 ? turn : clocks.main_left[seat]! + turn);
}

const unit = (value: number, name: "day" | "hour"): string =>
  new Intl.NumberFormat(language.code, { style: "unit", unit: name, unitDisplay: "short" }).format(value);

/** Days and hours, rounded up, so that three days that have just begun are three; below a day as on a clock. */
export function formatLeft(seconds: number): string {
  if (seconds >= DAY) {
    const hours = Math.ceil(seconds / HOUR);
    const [days, rest] = [Math.floor(hours / 24), hours % 24];
    return rest === 0 ? unit(days, "day") : `${unit(days, "day")} ${unit(rest, "hour")}`;
  }
  const two = (n: number): string => String(Math.floor(n)).padStart(2, "0");
  return seconds >= HOUR
    ? `${Math.floor(seconds / HOUR)}:${two((seconds % HOUR) / 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
