/** A moment of the Ounin war, for the first page. */

import type { AreaOnMap } from "../types";

const on = (owner: string | null, count = 1, is_current = false, ...signs: AreaOnMap["signs"]): AreaOnMap => ({
  owner,
  count,
  is_current,
  signs,
});

export const PICTURE: Record<string, AreaOnMap> = {
  tajima: on("red", 2, true, "city"),
  tango: on("red", 1, true),
  wakasa: on("red", 1, true),
  oumi: on("red", 1, true),
  tanba: on("red", 1, true),
  miyako: on("blue", 1, false, "capital"),
  harima: on("green", 1, false, "castle"),
  settsu: on("green", 1, false, "castle"),
  izumi: on("green"),
  echizen: on("gold", 2),
  kaga: on("gold"),
  hida: on("gold"),
  mino: on("gold"),
  ise: on("purple"),
  yamato: on("purple"),
  owari: on("purple"),
  kii: on("blue"),
  awa: on("green"),
  sanuki: on("green", 2, false, "city"),
  inaba: on("purple"),
  bitchuu: on("green"),
};
