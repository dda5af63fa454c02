/** A corner of a game, for the picture on the first page. */

import type { SamuraiPosition } from "../types";

const contest = { influence: [0, 0, 0, 0], leader: null, margin: 0 };
const village = (caste: string): { pieces: Record<string, typeof contest>; open: string[] } => ({
  pieces: { [caste]: contest },
  open: ["land"],
});

export const PICTURE: SamuraiPosition = {
  game: "samurai",
  phase: "playing",
  turns: 20,
  tiles: {
    n13: { seat: 3, tile: "s1" },
    n14: { seat: 0, tile: "s3" },
    o15: { seat: 1, tile: "n1" },
    o13: { seat: 1, tile: "r2" },
    m14: { seat: 0, tile: "b4" },
    p14: { seat: 3, tile: "r4" },
    p12: { seat: 2, tile: "c4" },
  },
  settlements: {
    o14: { pieces: { buddha: contest, rice: contest, castle: contest }, open: ["p13"] },
    m13: village("rice"),
    o12: village("castle"),
    q13: village("buddha"),
    n15: village("castle"),
    l14: village("buddha"),
    q15: village("rice"),
    o10: { pieces: { buddha: contest, castle: contest }, open: ["land"] },
    q11: village("rice"),
    l16: { pieces: { rice: contest, castle: contest }, open: ["land"] },
  },
  seats: {},
  aside: {},
  supply: {},
  left: {},
  leaders: null,
};
