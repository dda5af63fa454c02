// Made from the title's position.py by `python -m tenka.server.protocol`. Do not change it by hand.

/** What is told of a choice to who has it. */
export interface HistoryChoice {
  /** By legal token; those that are left out bring no points and meet nobody. */
  moves: Record<string, HistoryMove>;
  /** What can be chosen depends on cards that others do not see. So an answer that comes at once because there is only one would tell them. */
  is_secret: boolean;
}

/** What an action brings. */
export interface HistoryMove {
  /** At once, and at the end of this turn as the board stands, if its fight is won. */
  points: number;
  /** What the end of his turn would bring the colour less that stands there. */
  costs?: number;
  odds?: HistoryOdds | null;
  raids?: HistoryRaid[] | null;
}

/** An attack before it is made: dice of both sides, and the exact chances of the whole fight. */
export interface HistoryOdds {
  /** The colour that stands there. */
  against: string;
  /** One counter, or those of a revolt. */
  attackers: number;
  defenders: number;
  attack_dice: number;
  defend_dice: number;
  /** The defender adds 1 to his best die. */
  castle: boolean;
  /** Why he has other dice than usual: *three_dice* by his card, *equal_skill* not, because the other one has as many; *uprising* those of its card, *bonus* more by an event, *regional* one fewer abroad; *sure*: `sure` combats are won without a roll. */
  attacker: ("three_dice" | "equal_skill" | "uprising" | "bonus" | "regional" | "sure")[];
  /** *past* has one die and *current* two; *three_dice* and *equal_skill* as for the attacker; one more for *terrain* (a defensive border), from the *sea*, over a *strait*, or from *far* away; *no_terrain*: an event takes that one; *castle*. */
  defender: ("past" | "current" | "three_dice" | "equal_skill" | "terrain" | "sea" | "strait" | "far" | "no_terrain" | "castle")[];
  sure: number;
  /** The area that the counter comes from: the way that is best for the attacker. None: a revolt, or from far away. */
  source: string | null;
  /** The chance that the attacker holds the area afterwards, */
  take: number;
  /** that nobody is left there, */
  empty: number;
  /** and that the defender still stands. */
  held: number;
}

/** What foreigners may do to a province. */
export interface HistoryRaid {
  area: string;
  against: string;
  counters: number;
  castle: boolean;
  /** The chances that 0, 1, … counters are lost. */
  losses: number[];
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
  /** What it adds to a colour's strength, which orders the draft. */
  cumulative: number;
  navy: boolean;
  /** The province of his capital, empty where he has none. */
  capital: string;
  /** The region outside of which he has a die fewer until he has supremacy there; None: he is no regional power. */
  regional: string | null;
  dice: number;
  effects: EffectInfo[];
  /** All that the card speaks of, to be lit on the map. */
  provinces: string[];
  /** Whether the card is used by four players. */
  in_four: boolean;
  /** Whether the card is used with six colours only. */
  only_six_colours: boolean;
  note: string;
  /** As of a province. */
  sources: Record<string, string>;
}

/** Something that a card does. */
export interface EffectInfo {
  /** A keyword of the data's, such as ``vp_take``. */
  kind: string;
  /** What must be said about it, by name, such as ``vp``; places and daimyo by their ids. */
  figures: Record<string, number | string | boolean | string[]>;
}

/** An event card. */
export interface EventInfo {
  id: string;
  name: string;
  kanji: string;
  colour: string;
  epochs: number[];
  timing: "before" | "during" | "after_epoch";
  effects: EffectInfo[];
  /** All that the card speaks of, to be lit on the map. */
  provinces: string[];
  /** Whether the card is used by four players. */
  in_four: boolean;
  text: string;
  /** As of a province. */
  sources: Record<string, string>;
}

/** What is the same in every game of History of the Samurai. */
export interface HistoryInfo {
  /** The map in hexes: a text for each row, with blanks between the codes of areas; ``..`` is nothing. Hexes have a flat top, and those in odd columns lie half a hex lower. */
  mosaic: string[];
  regions: RegionInfo[];
  provinces: ProvinceInfo[];
  sea_zones: SeaZoneInfo[];
  straits: StraitInfo[];
  /** The political centres: a point for each with an army there. */
  centres: string[];
  /** Provinces and sea zones out of play with four players. */
  unused_by_four: string[];
  daimyo: DaimyoInfo[];
  events: EventInfo[];
  /** Their names. */
  epochs: string[];
  colours: string[];
  /** What a colour can have of a region, for 1, 2, … times its base points. */
  levels: string[];
  /** Event cards that a colour may play before and during its turn together. */
  events_per_epoch: number;
  /** By source, as the data words it: its kind. Rule book and report tell of the printed game, the others do not. */
  source_kinds: Record<string, "rule book" | "report" | "history" | "reconstruction">;
  reports: ReportInfo[];
}

/** An area on land. */
export interface ProvinceInfo {
  id: string;
  name: string;
  kanji: string;
  /** In the mosaic. */
  code: string;
  /** Column and row of the hex where its name and counters stand. */
  anchor: number[];
  region: string;
  landmass: string;
  /** Provinces behind an open border. */
  normal: string[];
  /** Provinces behind a border that helps the defender. */
  defensive: string[];
  impassable: string[];
  /** By value: where it comes from, in the data's words; `HistoryInfo.source_kinds` has the kind of each. */
  sources: Record<string, string>;
}

/** Provinces of one colour on the map. */
export interface RegionInfo {
  id: string;
  name: string;
  kanji: string;
  /** By epoch: the base points. */
  base: number[];
  provinces: string[];
  /** As of a province. */
  sources: Record<string, string>;
}

/** Somebody's account of the game in public, from which values were recovered. */
export interface ReportInfo {
  /** As sources call it: ``report ayukata``. */
  name: string;
  date: string;
  address: string;
  tells: string;
}

/** An area at sea. */
export interface SeaZoneInfo {
  id: string;
  name: string;
  kanji: string;
  /** In the mosaic. */
  code: string;
  /** Column and row of the hex where its name and counters stand. */
  anchor: number[];
  /** Provinces on its coast. */
  touches: string[];
  /** Sea zones next to it. */
  adjacent: string[];
  /** As of a province. */
  sources: Record<string, string>;
}

/** Two provinces that are adjacent over water. */
export interface StraitInfo {
  between: string[];
  /** Who has a current counter there crosses without defensive terrain. */
  sea_zone: string;
}

/** A fight and how it ended. */
export interface HistoryBattle {
  area: string;
  /** The colour of the defender, */
  against: string;
  /** and his counters at the first roll. */
  defenders: number;
  ended: "taken" | "empty" | "held";
  /** Before the first roll: the chance that the area is taken, */
  take: number;
  /** that nobody is left there, */
  empty: number;
  /** and that it is held. */
  held: number;
}

/** Whose turn has come. */
export interface HistoryNext {
  colour: string;
  card: string;
}

/** What came of a ply, as these eyes may know it. */
export interface HistoryPlyDetails {
  /** Whose it is: with two and three players a seat has several. */
  colour: string;
  /** All that it brought that colour. */
  points?: number;
  /** Those of its course: *taking* provinces and seas that the card names, *kills* where an event pays for them, *castle* for one taken, *event* for what a card brings at once. */
  gained?: Record<string, number> | null;
  /** Those of the turn's end. */
  scored?: HistoryScoring | null;
  rolls?: HistoryRoll[] | null;
  battle?: HistoryBattle | null;
  /** By colour: how many counters the rolls took from others, less what they cost, beyond what was to be expected. */
  luck?: Record<string, number> | null;
  /** When all have drawn: the daimyo of each colour, null where it is not for these eyes. */
  cards?: Record<string, string | null> | null;
  next?: HistoryNext | null;
  /** The epoch that begins. */
  epoch?: number | null;
}

/** A roll of both sides. */
export interface HistoryRoll {
  /** The best die. */
  attack: number;
  defend: number;
  /** How many there were. */
  attack_dice: number;
  defend_dice: number;
  /** The defender adds 1. */
  castle: boolean;
  /** Not known in a record that hides something, and neither is the next. */
  area: string | null;
  /** The colour of the defender. */
  against: string | null;
}

/** The points of a turn's end, step by step. */
export interface HistoryScoring {
  total: number;
  regions: Record<string, RegionPoints>;
  seas: number;
  centres: number;
  capitals: number;
  cities: number;
  markets: number;
}

/** What a region brought: base points times the level. */
export interface RegionPoints {
  base: number;
  /** 1 to 5, as in `HistoryInfo.levels`. */
  level: number;
  points: number;
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

/** What a colour has of a region. */
export interface RegionScore {
  /** Provinces with its counters. */
  held: number;
  /** Those of them with current ones. */
  current: number;
  /** 1 to 5, as in `HistoryInfo.levels`. */
  level: number;
  /** Its base points in this epoch times the level. */
  points: number;
}

/** What the end of its turn would bring a colour as the board stands, step by step, in points. */
export interface HistoryScore {
  total: number;
  /** Only those where it has something. */
  regions: Record<string, RegionScore>;
  seas: number;
  centres: number;
  capitals: number;
  cities: number;
  markets: number;
}

/** What is known of one colour. */
export interface HistoryColour {
  points: number;
  /** Cumulative, as written on the cards played. The draft goes by it, the least first; then by points, by fewer event cards in hand, and by `played_at`. */
  strength: number;
  /** The order of the last daimyo that it played; 0: none yet. */
  played_at: number;
  /** The colour that drew its daimyo card of this epoch: itself, if it was kept. */
  given_by: string | null;
  /** The daimyo of this epoch; None: there is none yet, or it is not for these eyes. */
  card: string | null;
  has_card: boolean;
  /** The daimyo card that is to be kept or given away, for the eyes of who has drawn it. */
  drawn: string | null;
  /** Event cards; None: not for these eyes. */
  hand: string[] | null;
  hand_size: number;
  /** By event card in hand: now; later, in this epoch or another; or never. None: not for these eyes. */
  playable: Record<string, "now" | "later" | "never"> | null;
  /** Event cards played so far. */
  played: string[];
  /** Those played in this epoch before and during its turn; `HistoryInfo.events_per_epoch` is the most. */
  used: number;
}

/** What is known of one person, who plays several colours where there are two or three. */
export interface HistorySeat {
  /** The lowest of the colours' points: that one counts. */
  score: number;
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
  /** The daimyo cards of this epoch whose turn has not come, in their order. Face-down cards are among them, and those that nobody drew. */
  to_come: string[];
  /** Provinces and sea zones that are out of play. */
  closed: string[];
  /** The political centres: the colour that holds each. */
  centres: Record<string, string | null>;
  /** By colour: what the end of its turn would bring as the board stands. */
  scores: Record<string, HistoryScore>;
  /** By province or sea zone; only those with something on it. */
  areas: Record<string, AreaOnMap>;
  turn: HistoryTurn;
  fight: HistoryFight | null;
  /** By seat number. */
  seats: Record<string, HistorySeat>;
}
