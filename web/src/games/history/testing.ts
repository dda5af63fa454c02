/** For the tests: a corner of the map, with two regions, a wall, beads and a bay. */

import type { HistoryInfo, HistoryPosition, ProvinceInfo } from "./types";

const province = (
  id: string,
  code: string,
  region: string,
  anchor: [number, number],
  borders: Partial<Pick<ProvinceInfo, "normal" | "defensive" | "impassable">>,
): ProvinceInfo => ({
  id,
  name: id[0]!.toUpperCase() + id.slice(1),
  kanji: "",
  code,
  anchor,
  region,
  landmass: "honshuu",
  normal: [],
  defensive: [],
  impassable: [],
  sources: {},
  ...borders,
});

export const BOARD: HistoryInfo = {
  mosaic: [".. AA AA BB BB", ".. AA AA BB BB", "zz zz CC CC .."],
  regions: [
    { id: "kinki", name: "Kinki", kanji: "", base: [1, 1, 1, 1, 1, 1, 1], provinces: ["alpha", "gamma"], sources: {} },
    { id: "chuubu", name: "Chuubu", kanji: "", base: [2, 2, 2, 2, 2, 2, 2], provinces: ["beta"], sources: {} },
  ],
  provinces: [
    province("alpha", "AA", "kinki", [1, 0], { defensive: ["beta"], normal: ["gamma"] }),
    province("beta", "BB", "chuubu", [3, 0], { defensive: ["alpha"], impassable: ["gamma"] }),
    province("gamma", "CC", "kinki", [2, 2], { normal: ["alpha"], impassable: ["beta"] }),
  ],
  sea_zones: [
    {
      id: "bay",
      name: "Bay",
      kanji: "",
      code: "zz",
      anchor: [0, 2],
      touches: ["alpha", "gamma"],
      adjacent: [],
      sources: {},
    },
  ],
  straits: [],
  centres: ["alpha"],
  unused_by_four: [],
  daimyo: [],
  events: [],
  epochs: [],
  colours: ["red", "blue", "gold", "green", "purple", "teal"],
  levels: [],
  events_per_epoch: 2,
  source_kinds: {},
  reports: [],
};

export const positionOf = (more: Partial<HistoryPosition> = {}): HistoryPosition => ({
  game: "history",
  phase: "military",
  epoch: 1,
  colour: "red",
  order: 1,
  draft: [],
  drafted: 0,
  to_come: [],
  closed: [],
  centres: {},
  scores: {},
  areas: {},
  turn: {
    left: 3,
    extra: 0,
    has_navy: false,
    minor: null,
    ignores_terrain: false,
    points_per_kill: 0,
    bonus_dice: 0,
    bonus_combats: 0,
    sure_wins: 0,
    sure_wins_in: null,
    free_castles: 0,
  },
  fight: null,
  seats: {},
  ...more,
});
