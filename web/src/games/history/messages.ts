// Made from the title's position.py by `python -m tenka.server.protocol`. Do not change it by hand.

/** An area on land. */
export interface ProvinceInfo {
  id: string;
  name: string;
  kanji: string;
  region: string;
  /** Provinces behind an open border. */
  normal: string[];
  /** Provinces behind a border that helps the defender. */
  defensive: string[];
  impassable: string[];
}

/** An area at sea. */
export interface SeaZoneInfo {
  id: string;
  name: string;
  kanji: string;
  /** Provinces on its coast. */
  touches: string[];
  /** Sea zones next to it. */
  adjacent: string[];
}

/** Two provinces that are adjacent over water. */
export interface StraitInfo {
  between: string[];
  /** Who has a current counter there crosses without defensive terrain. */
  sea_zone: string;
}

/** Provinces of one colour on the map. */
export interface RegionInfo {
  id: string;
  name: string;
  kanji: string;
  /** By epoch: the base points. */
  base: number[];
  provinces: string[];
}

/** A daimyo card. */
export interface DaimyoInfo {
  id: string;
  name: string;
  kanji: string;
  general: string;
  epoch: number;
  /** In which the turns of an epoch come. */
  order: number;
  /** The provinces in which he begins; empty: he chooses one. */
  initial: string[];
  strength: number;
  navy: boolean;
  /** The province of his capital, empty where he has none. */
  capital: string;
  note: string;
}

/** An event card. */
export interface EventInfo {
  id: string;
  name: string;
  kanji: string;
  colour: string;
  epochs: number[];
  timing: "before" | "during" | "after_epoch";
  text: string;
}

/** What is the same in every game of History of the Samurai. */
export interface HistoryInfo {
  regions: RegionInfo[];
  provinces: ProvinceInfo[];
  sea_zones: SeaZoneInfo[];
  straits: StraitInfo[];
  daimyo: DaimyoInfo[];
  events: EventInfo[];
  /** Their names. */
  epochs: string[];
}

/** A province or sea zone with something on it. */
export interface AreaOnMap {
  /** The colour of its counters. */
  owner: string | null;
  count: number;
  /** Whether the counters are those of this epoch's daimyo. */
  is_current: boolean;
  signs: ("castle" | "capital" | "city" | "sakai" | "hakata")[];
}

/** The turn that is being played, and what events have given to it. */
export interface HistoryTurn {
  /** Counters to place. */
  left: number;
  /** More of them from events. */
  extra: number;
  /** Granted by an event. */
  has_navy: boolean;
  /** The event whose lesser daimyo acts. */
  minor: string | null;
  ignores_terrain: boolean;
  points_per_kill: number;
  bonus_dice: number;
  /** For how many combats more. */
  bonus_combats: number;
  sure_wins: number;
  /** Where they count, once the first was used. */
  sure_wins_in: string | null;
  free_castles: number;
}

/** A combat or a raid whose dice are rolled next. */
export interface HistoryFight {
  area: string;
  /** Counters, or attacks of foreigners, that are left. */
  attackers: number;
}

/** What is known of one colour. */
export interface HistoryColour {
  points: number;
  /** Cumulative, as written on the cards played. */
  strength: number;
  /** The daimyo of this epoch; None: there is none yet, or it is not for these eyes. */
  card: string | null;
  has_card: boolean;
  /** The daimyo card that is to be kept or given away, for the eyes of who has drawn it. */
  drawn: string | null;
  /** Event cards; None: not for these eyes. */
  hand: string[] | null;
  hand_size: number;
  /** Event cards played so far. */
  played: string[];
}

/** What is known of one person, who plays several colours where there are two or three. */
export interface HistorySeat {
  colours: Record<string, HistoryColour>;
}

/** A position of History of the Samurai as one pair of eyes sees it. */
export interface HistoryPosition {
  game: "history";
  phase: "drawing" | "giving" | "before" | "starting" | "military" | "revolt" | "fighting" | "capital" | "after" | "famine" | "raid" | "over";
  /** From 1 to 7. */
  epoch: number;
  /** Who decides, or for whom chance does. */
  colour: string;
  /** Of the daimyo whose turn it is or was. */
  order: number;
  /** Colours in the order in which they draw daimyo cards. */
  draft: string[];
  /** How many have drawn in this epoch. */
  drafted: number;
  /** By province or sea zone; only those with something on it. */
  areas: Record<string, AreaOnMap>;
  turn: HistoryTurn;
  fight: HistoryFight | null;
  /** By seat number. */
  seats: Record<string, HistorySeat>;
}
