// Made from tenka/server/messages.py by `python -m tenka.server.protocol`. Do not change it by hand.

/** A JSON merge patch (RFC 7396): objects are merged, null removes, everything else replaces. */
export type Changes = Record<string, unknown>;

/** A position as one pair of eyes sees it. What else is in it is the game's own: see games/<game>/messages.ts. */
export interface Position {
  game: string;
  /** By seat number. */
  seats: Record<string, unknown>;
}

/** What is the same in every game of a title: its own type is in games/<game>/messages.ts. */
export type Board = object;

/** A piece that was taken from the board, or would be. */
export interface Take {
  space: string;
  /** What it is, in the words of the game. */
  piece: string;
  /** The seat; None: it goes beside the board. */
  taker: number | null;
}

/** A line of the record, as these eyes may read it. */
export interface PlyInfo {
  /** -1: chance. */
  seat: number;
  /** As in the record; ``?`` stands for what is hidden. */
  line: string;
  /** The line's first word, such as ``turn``. */
  kind: string;
  /** The moves. */
  tokens: string[];
  takes: Take[];
  /** What was drawn; ``?`` where hidden. */
  draws: string[];
  /** More that came of it; some games have a type of their own for that. */
  details?: Record<string, unknown> | null;
}

/** A rule option that a table can set. */
export interface OptionInfo {
  name: string;
  choices: string[];
}

/** An edition of the game and what it presets. */
export interface EditionInfo {
  name: string;
  /** By the number of players: the value of each option. */
  presets: Record<string, Record<string, string>>;
}

/** A bot that can sit at a table. */
export interface BotInfo {
  name: string;
  /** In English, for developers. */
  description: string;
  /** One of the named strengths for people, weakest first; the others are for study. */
  is_level: boolean;
  /** By number of players: its rating, where it was measured. */
  strengths: Record<string, number>;
}

/** A game that can be played here, and all that the page needs to show it. */
export interface GameInfo {
  name: string;
  /** Of the rules. */
  version: string;
  /** What records call the seats. */
  seats: string[];
  players: number[];
  options: OptionInfo[];
  /** The first is the default. */
  editions: EditionInfo[];
  bots: BotInfo[];
  /** What is the same in every game of it, such as a board, tiles, a map, cards; each game has a type of its own. */
  board: Board | null;
}

/** Why something was not done. Nothing has changed. */
export interface Refusal {
  /** A word for programs: stale, turn, over, invalid, illegal, incomplete, forbidden, missing, taken, limit, … */
  code: string;
  /** For people: what was wrong and what would be right. */
  sentence: string;
}

/** Somebody with a name. */
export interface Person {
  id: string;
  name: string;
  /** Without a password yet: known only by the cookie. */
  is_guest: boolean;
}

/** Who the session belongs to; no person before somebody plays or signs in. */
export interface Me {
  person: Person | null;
  /** Whatever the page keeps for this person. */
  settings: Record<string, unknown>;
}

/** Somebody who has an account now. */
export interface Registered {
  person: Person | null;
  /** Whatever the page keeps for this person. */
  settings: Record<string, unknown>;
  /** To come back with, each once, who has forgotten the password. They are shown this once. */
  codes: string[];
}

/** New codes to come back with. They are shown this once. */
export interface Codes {
  codes: string[];
}

/** What is asked again before something that cannot be undone; a guest has none. */
export interface PasswordOnly {
  password?: string;
}

/** A name and its password, to sign in, or to make a guest a person with an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** A new password for one of the codes that were made with the account. */
export interface Recovery {
  name: string;
  code: string;
  password: string;
}

/** A change of password. All other sessions end. */
export interface NewPassword {
  old: string;
  new: string;
}

/** What the page wants kept, such as the language; at most 8,000 characters as JSON. */
export interface Settings {
  settings: Record<string, unknown>;
}

/** A device that is signed in. */
export interface SessionInfo {
  id: string;
  created_at: number;
  seen_at: number;
  /** What the browser calls itself. */
  agent: string;
  is_this: boolean;
}

/** A wish for an API token. */
export interface NewToken {
  label: string;
  scopes: ("read" | "play")[];
}

/** An API token, without its secret, which is shown once. */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: ("read" | "play")[];
  created_at: number;
  used_at: number | null;
}

/** A new token. Keep the secret: the server does not. */
export interface TokenMade {
  id: string;
  label: string;
  scopes: ("read" | "play")[];
  created_at: number;
  used_at: number | null;
  secret: string;
}

/** The server's public key (VAPID), as `PushManager.subscribe` wants it. */
export interface PushKeyInfo {
  key: string;
}

/** The keys of a browser's subscription, as `PushSubscription.toJSON` has them. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A browser that wants to be told. */
export interface PushSubscription {
  endpoint: string;
  keys: PushKeys;
  /** Of the notices. */
  language?: "en" | "de" | "ja";
}

/** A wish for a webhook. */
export interface NewHook {
  url: string;
  /** One of your tables; None: all of them. */
  table?: string | null;
}

/** A browser or a webhook that is told of your tables. */
export interface ListenerInfo {
  id: string;
  kind: "push" | "hook";
  table: string | null;
  /** Of a browser only the push service's host. */
  url: string;
  created_at: number;
  /** Nobody answered for days, so it is not called any more. Make a new one. */
  is_stopped: boolean;
}

/** A new webhook. Keep the secret: it is shown this once. */
export interface HookMade {
  id: string;
  kind: "push" | "hook";
  table: string | null;
  /** Of a browser only the push service's host. */
  url: string;
  created_at: number;
  /** Nobody answered for days, so it is not called any more. Make a new one. */
  is_stopped: boolean;
  /** Every call is signed with it, as standardwebhooks.com describes. */
  secret: string;
}

/** What a webhook is sent: how a table stands. There is nothing in it that a spectator could not know. */
export interface Notice {
  /** *turn*: it is your turn; *over*: your game is over; *changed*: for hooks of one table. */
  kind: "turn" | "over" | "changed";
  table: string;
  game: string;
  status: "open" | "running" | "over" | "closed" | "imported";
  /** Of the latest event. Who has heard of a later one can ignore this. */
  number: number;
  version: number;
  /** By seat: names, of bots their levels. */
  players: string[];
  /** Your seats; none for hooks of one table. */
  yours: number[];
  to_move: number[];
  deadline: number | null;
  winners: number[];
}

/** What a browser is sent, so that only it can read it. */
export interface PushNotice {
  /** *turn*: it is your turn; *over*: your game is over; *changed*: for hooks of one table. */
  kind: "turn" | "over" | "changed";
  table: string;
  game: string;
  status: "open" | "running" | "over" | "closed" | "imported";
  /** Of the latest event. Who has heard of a later one can ignore this. */
  number: number;
  version: number;
  /** By seat: names, of bots their levels. */
  players: string[];
  /** Your seats; none for hooks of one table. */
  yours: number[];
  to_move: number[];
  deadline: number | null;
  winners: number[];
  language: "en" | "de" | "ja";
}

/** How strong somebody is at one game with so many players. */
export interface RatingInfo {
  game: string;
  players: number;
  /** The best guess; everybody begins at 25. That of a bot was measured. */
  rating: number;
  /** How far off it may be; nothing for bots, who are the scale. */
  deviation: number;
  games: number;
  wins: number;
  /** How often it came first, second and so on, rated. */
  places: number[];
}

/** Somebody else in a rated game. */
export interface Opponent {
  name: string;
  is_bot: boolean;
}

/** What a rated game meant for somebody. */
export interface RatedResult {
  game: string;
  players: number;
  at: number;
  /** After it. */
  rating: number;
  /** After it. */
  deviation: number;
  place: number;
  /** A bot has decided in their place, so they have lost, whatever it made of the game. */
  is_forfeit: boolean;
  /** How much it counted: less, the more games there were against the same opponent. */
  weight: number;
  /** Where everybody may look at it. */
  table: string | null;
  opponents: Opponent[];
}

/** What everybody may know of a person or a bot. */
export interface Profile {
  name: string;
  is_bot: boolean;
  /** By game and number of players. */
  ratings: RatingInfo[];
  /** The latest 300, the newest last. */
  results: RatedResult[];
}

/** A line of the leaderboard, which is ordered by rating - 3 * deviation. */
export interface LeaderboardLine {
  rank: number;
  name: string;
  is_bot: boolean;
  rating: number;
  deviation: number;
  games: number;
  wins: number;
}

/** How much time there is: a turn has `turn_seconds` (or `days`); what goes beyond comes out of `main_seconds`. */
export interface ClockSettings {
  kind?: "none" | "real" | "days";
  /** For *real*: for the whole game, each seat. */
  main_seconds?: number;
  /** For *real*: for each turn, before main time is used. */
  turn_seconds?: number;
  /** For *days*: for each turn. */
  days?: number;
}

/** Who shall sit in a seat of a new table. */
export interface NewSeat {
  /** Several seats can be *me*: then people share a device and a curtain. *anybody*: a bot keeps the seat until a person comes, as long as the game is young; not at rated tables. */
  kind: "me" | "open" | "bot" | "anybody";
  /** For *bot* and *anybody*: its level, as in `GameInfo.bots`. */
  bot?: string | null;
  /** For *me*: what to call who sits there, on a shared device. Blanks become `_` in records. */
  name?: string | null;
}

/** A wish for a table. */
export interface NewTable {
  game?: string;
  /** By name, as in `GameInfo.options`; what is left out is the edition's. */
  options?: Record<string, string>;
  /** In seat order; their number is the number of players. */
  seats: NewSeat[];
  clock?: ClockSettings;
  /** *open*: in the lobby; *link*: only for those who have the key. */
  visibility?: "open" | "link";
  /** By itself when the last seat is taken, or when its maker says so. */
  starts?: "full" | "maker";
  /** Whether a bot plays for who leaves, or the table waits. */
  on_leave?: "bot" | "wait";
  /** What happens when time is up: a bot takes over until its player returns, or the seat loses its remaining turns (they are played at random, and nobody can return). */
  on_expiry?: "bot" | "lose";
  /** The level of the bot that takes over; None: the one that the game has for that. */
  stand_in?: string | null;
  /** Counts for ratings. Such a table needs a clock, a bot that plays on for who leaves (and has lost), bots whose strength was measured, and people with accounts; see docs/ratings.md. */
  rated?: boolean;
  /** Whether players may ask the bot. */
  hints?: boolean;
}

/** A wish to play against anybody who wants the same. Where nobody does, a bot keeps the seats until somebody comes; at a rated table the seats wait a moment, and a bot that has taken one stays. */
export interface PairingWish {
  game?: string;
  options?: Record<string, string>;
  players?: number;
  /** Its level, as in `GameInfo.bots`. */
  bot: string;
  rated?: boolean;
}

/** A wish to sit down. */
export interface Join {
  /** None: any open one, or one that a bot only keeps. */
  seat?: number | null;
  key?: string | null;
}

/** The maker puts a bot into a seat, or opens it, before the game starts. */
export interface SeatChange {
  bot?: string | null;
}

/** A seat and who is there. */
export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  /** Of the person; of the bot: its level; empty where the seat is open. */
  name: string;
  is_guest: boolean;
  is_yours: boolean;
  /** Connected just now; bots always. */
  is_present: boolean;
  /** The bot that plays for its person just now. */
  stand_in: string | null;
  /** Its person has left, and the table waits. */
  is_away: boolean;
  has_lost_turns: boolean;
  /** A bot keeps it until a person comes: it can be joined. */
  is_kept?: boolean;
}

/** The time left, at the moment when this was sent. */
export interface Clocks {
  at: number;
  /** The seats whose time runs: first `turn_left`, then `main_left`. */
  running: number[];
  /** By seat: seconds. */
  turn_left: number[];
  /** By seat: seconds. */
  main_left: number[];
}

/** How a game ended. */
export interface OutcomeInfo {
  /** In a word of the game's; several at once are joined by ``+``. */
  reason: string;
  winners: number[];
  /** By seat, from 1. */
  ranking: number[];
  /** By seat: the figures that decided, by name. */
  totals: (Record<string, number>)[];
}

/** A table, its seats and how far it is. As the receiver may know it. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, string>;
  /** *open*: waiting for players; *closed*: given up before it began; *imported*: a record, for replay. */
  status: "open" | "running" | "over" | "closed" | "imported";
  seats: SeatInfo[];
  maker: string;
  /** Whether you are its maker. */
  is_yours: boolean;
  visibility: "open" | "link";
  /** For the invitation; only those at the table get it. */
  key: string | null;
  starts: "full" | "maker";
  /** When a bot takes the seats that are still open, at a table that looks for anybody. */
  bot_at?: number | null;
  clock: ClockSettings;
  on_leave: "bot" | "wait";
  on_expiry: "bot" | "lose";
  stand_in: string;
  /** Until somebody asks for a hint. */
  rated: boolean;
  hints: boolean;
  /** Of the latest event. */
  number: number;
  /** Goes up with every ply; an act names the one it is meant for. */
  version: number;
  /** The seats that the game waits for. */
  to_move: number[];
  /** None in lists. */
  clocks: Clocks | null;
  /** When the time of a seat to move is up. */
  deadline: number | null;
  outcome: OutcomeInfo | null;
  /** SHA-256 over salt and deal, from the start on; see `Proof`. */
  commitment: string | null;
  /** The table of the next game. */
  rematch: string | null;
  created_at: number;
  updated_at: number;
}

/** Tables, those first where it is your turn. */
export interface TableList {
  tables: TableInfo[];
}

/** That the deal was fixed before the first move: SHA-256 of ``salt + " " + deal`` is the commitment. */
export interface Proof {
  commitment: string;
  /** None until the game is over. */
  salt: string | null;
  deal: string | null;
}

/** What a seat can do now. */
export interface Choice {
  seat: number;
  version: number;
  /** Every token that can come next, as in records; those of a second half begin with ``=`` or ``>``. */
  legal: string[];
  /** Whether the turn can end here. */
  is_whole: boolean;
  /** What else who decides may know of it, such as odds; some games have a type of their own for that. */
  details?: Record<string, unknown> | null;
}

/** A table as one seat or a spectator sees it, whole. */
export interface Snapshot {
  info: TableInfo;
  /** Whose eyes; None: a spectator's. */
  seat: number | null;
  /** None before the game starts. */
  position: Position | null;
  /** Where this seat is to move. */
  choice: Choice | null;
  log: Entry[];
}

/** The table was made. */
export interface Created {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "created";
}

/** A person or a bot sat down. */
export interface SeatTaken {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "seat_taken";
  seat: number;
  name: string;
  is_bot: boolean;
}

/** A seat became free before the game. */
export interface SeatOpened {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "seat_opened";
  seat: number;
}

/** The game began; what was dealt is fixed. */
export interface Started {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "started";
  commitment: string;
  /** The seat that begins. */
  first: number;
  /** What chance decided before the first turn, in games where it does. */
  plies?: PlyInfo[];
}

/** A seat made a choice that stays secret until the others have made theirs. */
export interface Chose {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "chose";
  seat: number;
}

/** A turn, or several plies that became known at once. */
export interface Played {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "played";
  seat: number;
  by: "person" | "bot" | "stand_in" | "chance";
  plies: PlyInfo[];
}

/** A bot plays for a person from now on. */
export interface TakenOver {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "taken_over";
  seat: number;
  bot: string;
  reason: "left" | "time";
}

/** A person left, and the table waits. */
export interface Away {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "away";
  seat: number;
}

/** A seat ran out of time and loses its remaining turns. */
export interface TurnsLost {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "turns_lost";
  seat: number;
}

/** A person is back and plays on. */
export interface Returned {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "returned";
  seat: number;
}

/** A player of a rated game asked for a hint: from now on there is nothing to be won, but still to be lost. */
export interface HintTaken {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "hinted";
  seat: number;
}

/** The same players can go on at another table. */
export interface RematchMade {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "rematch";
  table: string;
}

/** The table is a record that somebody brought. */
export interface Imported {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "imported";
}

/** The table was given up before the game began. */
export interface Closed {
  /** From 1, without gaps, the same for everybody. */
  number: number;
  at: number;
  kind: "closed";
}

/** One ply of a game and what it changed. */
export interface ReplayStep {
  ply: PlyInfo;
  changes: Record<string, unknown>;
}

/** A game from its start, through one pair of eyes. */
export interface ReplayInfo {
  info: TableInfo;
  /** None: a spectator's eyes, or everything open. */
  seat: number | null;
  /** Everything is shown: only of games that are over. */
  is_open: boolean;
  start: Position;
  steps: ReplayStep[];
}

/** The text of a record. */
export interface RecordText {
  text: string;
}

/** Plays on from any position, with nobody else there. What the asker may not know is dealt anew. */
export interface SandboxRequest {
  table: string;
  key?: string | null;
  /** The one of the table's game to begin with: after so many plies. */
  version: number;
  /** Whose knowledge to begin with; in games that are over everything is known. */
  seat?: number | null;
  /** Those tried out so far, by whoever was to move. */
  turns?: string[];
  /** The first moves of the next turn. */
  moves?: string;
}

/** Where that leads. All hands are open: those not known are a guess. */
export interface Sandbox {
  position: Position;
  steps: PlyInfo[];
  choice: Choice | null;
  /** What would be captured if the turn ended with the moves. */
  takes: Take[];
  /** Why the game would be over then. */
  ends: string | null;
  outcome: OutcomeInfo | null;
}

/** A figure with its interval, at 99 %. */
export interface Figure {
  mean: number;
  low: number;
  high: number;
}

/** Asks what can be done in a position of a game that is over, or after some more turns. */
export interface JudgeRequest {
  table: string;
  key?: string | null;
  /** After so many plies of the table's game. */
  version: number;
  /** Those tried out since, by whoever was to move. */
  turns?: string[];
  /** What is begun of the next turn, and stays. */
  moves?: string;
  /** How it could go on: these are judged beside the best. */
  options?: string[];
}

/** A turn, or what is left of it, with what it brings. */
export interface JudgedTurn {
  moves: string;
  /** By seat: shares of the win. */
  shares: Figure[];
  /** How much less than the best turn it brings who is to move. */
  loss: Figure;
  mark: "" | "inaccuracy" | "mistake" | "blunder";
  /** Whether it is one of the options. */
  asked: boolean;
}

/** What can be done in a position. */
export interface Judged {
  /** Who is to move. */
  seat: number;
  /** By seat: what the position is worth with the best turn. */
  shares: Figure[];
  /** The best ones first, all tried in the same worlds. */
  turns: JudgedTurn[];
  worlds: number;
  /** By what it was judged. */
  judge: string;
}

/** How far the review of a game is. */
export interface ReviewStatus {
  status: "none" | "waiting" | "done" | "failed";
  /** Plies that were worked out, */
  done: number;
  /** of so many. */
  plies: number;
  /** Reviews that were asked for before. */
  ahead: number;
  /** It was made by an older judge, and can be made anew. */
  is_old: boolean;
}

/** A position with one best turn, as its seat sees it. What is right is told with the answer to a try. */
export interface PuzzleInfo {
  id: string;
  game: string;
  /** The date, for the puzzle of the day. */
  day: string | null;
  /** Of a player who would find it every other time: by the levels first, and then by people's tries. */
  rating: number;
  /** You have tried it before, and only the first try counts. */
  is_tried: boolean;
  /** A whole turn, or a single move of one. */
  asks_for: "turn" | "decision";
  options: Record<string, string>;
  /** Who is to move, and whose eyes these are. */
  seat: number;
  position: Position;
  choice: Choice;
}

/** The first moves of a turn, or all of them. */
export interface PuzzleMoves {
  moves: string;
}

/** A turn, and what the worlds say of it. */
export interface PuzzleTurn {
  moves: string;
  /** By seat: the share of the win in the mean of all worlds. */
  shares: number[];
  is_right: boolean;
  is_yours: boolean;
}

/** By how much the best turn leads the best that is not right, as a share of the win, at 99.9 %. */
export interface PuzzleLead {
  mean: number;
  low: number;
  high: number;
  worlds: number;
  /** In this part of the worlds the other turn does no better. */
  best_in: number;
}

/** How somebody stands at the puzzles of a game, by Glicko-2. */
export interface PuzzleStanding {
  rating: number;
  /** The smaller, the surer. */
  deviation: number;
  tries: number;
  /** At the first try. */
  solved: number;
  /** One after another, up to the last. */
  streak: number;
  /** The longest streak. */
  best: number;
}

/** What people who have tried a puzzle think of it. */
export interface PuzzleVotes {
  up: number;
  down: number;
  /** 1, -1, or 0 for none. */
  yours: number;
}

/** Somebody's vote: 1 for a good puzzle, -1 for a bad one; 0 takes it back. */
export interface PuzzleVote {
  vote: number;
}

/** The puzzles of a game, counted. */
export interface PuzzleList {
  game: string;
  puzzles: number;
  /** How many there are of each kind; one may be of several. */
  kinds: Record<string, number>;
  /** Yours; null for nobody. */
  standing: PuzzleStanding | null;
}

/** The games that have puzzles. */
export interface PuzzleLists {
  games: PuzzleList[];
}

/** What came of a try. */
export interface PuzzleAnswer {
  is_right: boolean;
  /** The puzzle's, after the try. */
  rating: number;
  /** Yours; null for nobody, whose tries do not count. */
  standing: PuzzleStanding | null;
  /** Of your rating; null where the try did not count. */
  change: number | null;
  votes: PuzzleVotes;
  /** The right ones, the best first; the best of the others; and yours, where it is none of them. */
  turns: PuzzleTurn[];
  /** What the puzzle is about. */
  kinds: string[];
  lead: PuzzleLead;
  /** Over all hands that the others may hold, and all their replies. */
  is_proved: boolean;
}

/** What a check in more worlds says of a turn that somebody holds for as good as the answer. */
export interface PuzzleReport {
  /** Then it counts as an answer from now on. */
  is_right: boolean;
  /** By how much the best turn leads it. */
  lead: PuzzleLead;
  turn: PuzzleTurn;
  /** Yours, with the try that was right after all, if it was this turn. */
  standing: PuzzleStanding;
}

/** A turn and what comes of it, in one of the worlds: the one where it costs most of some. */
export interface PuzzleReplies {
  /** With everything that is hidden, as it is in this world. */
  start: Position;
  /** Your turn, and what the others reply, up to your next turn or the end. */
  steps: ReplayStep[];
  /** How the game ended, if it has. */
  outcome: OutcomeInfo | null;
}

/** A whole turn over HTTP, for bots. */
export interface Turn {
  version: number;
  moves: string;
  /** Only where the sender has several seats. */
  seat?: number | null;
}

/** The turn stands: it is in the log. */
export interface Taken {
  table: string;
  number: number;
  version: number;
}

/** The first moves of a turn, to be tried out. */
export interface FirstMoves {
  moves: string;
  seat?: number | null;
}

/** What would be after some moves. Nothing has happened. */
export interface PreviewResult {
  moves: string;
  /** What could come next; nothing where the turn is complete. */
  choice: Choice;
  /** Against the position of that version. What a complete turn would draw is not told. */
  changes: Record<string, unknown>;
  /** Who would capture what if the turn ended here. */
  takes: Take[];
  /** Why the game would end, if it would. */
  ends: string | null;
}

/** One way to go on that the bot has looked at. */
export interface HintLine {
  /** Tokens; ``done`` ends the turn. */
  moves: string;
  /** More is better; only for comparing lines of one answer. */
  score: number;
  visits: number;
  /** By seat: how likely it is to win; empty where the bot has no idea. */
  win_shares: number[];
  /** What would be captured if the turn ended after these moves. */
  takes: Take[];
}

/** What the bot thinks. */
export interface Hint {
  bot: string;
  /** The whole turn that it would play. */
  turn: string;
  /** For the next decision, best first. */
  lines: HintLine[];
}

/** The answer to /healthz. */
export interface Health {
  status: "ok" | "unwell";
  version: string;
  database: boolean;
  /** None where there is none. */
  redis: boolean | null;
  /** Every process of theirs is there, and has loaded all that it needs. */
  bots: boolean;
  /** Processes that serve. */
  workers: number;
}

/** What can be played here. */
export interface Games {
  games: GameInfo[];
}

/** Every 20 seconds; the answer has the server's time. */
export interface Ping {
  id?: number;
  type: "ping";
}

/** Follow a table. The answer is `table`, or, if `since` is not too long ago, an `event` for each one missed. */
export interface Watch {
  id?: number;
  type: "watch";
  table: string;
  key?: string | null;
  /** Of your seats the one whose eyes to use; None: the one to move, your first, or a spectator's eyes. */
  seat?: number | null;
  /** The number of the latest event you have. */
  since?: number | null;
}

/** Do not follow a table any longer. */
export interface Unwatch {
  id?: number;
  type: "unwatch";
  table: string;
}

/** Follow the lobby. The answer is `lobby`, and `lobby_changed` whenever it changes. */
export interface WatchLobby {
  id?: number;
  type: "watch_lobby";
}

/** Do not follow the lobby any longer. */
export interface UnwatchLobby {
  id?: number;
  type: "unwatch_lobby";
}

/** Try out the first moves of a turn. The answer is `previewed`. */
export interface AskPreview {
  id?: number;
  type: "preview";
  table: string;
  version: number;
  moves: string;
  seat?: number | null;
}

/** Take a whole turn. The answer is `accepted`; sent again, it is accepted again and happens once. */
export interface Act {
  id?: number;
  type: "act";
  table: string;
  version: number;
  moves: string;
  seat?: number | null;
}

/** Ask the bot, with the first moves of a turn as they are. The answer is `hinted`. */
export interface AskHint {
  id?: number;
  type: "hint";
  table: string;
  version: number;
  moves?: string;
  seat?: number | null;
}

/** One of a few words for the others at the table, instead of a chat. */
export interface SendSignal {
  id?: number;
  type: "signal";
  table: string;
  signal: "hello" | "thanks" | "well_played" | "thinking" | "sorry" | "hurry";
  seat?: number | null;
}

/** The first message on every connection. */
export interface Welcome {
  type: "welcome";
  person: Person | null;
  at: number;
  /** Seconds. A connection that is silent three times as long is closed. */
  ping_every: number;
  /** Its version. */
  server: string;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  id: number;
  at: number;
}

/** The answer to `watch`, and whenever the page has to begin again. */
export interface TableMessage {
  info: TableInfo;
  /** Whose eyes; None: a spectator's. */
  seat: number | null;
  /** None before the game starts. */
  position: Position | null;
  /** Where this seat is to move. */
  choice: Choice | null;
  log: Entry[];
  type: "table";
  id?: number;
}

/** Something happened at a table that you follow. */
export interface Event {
  type: "event";
  table: string;
  entry: Entry;
  version: number;
  to_move: number[];
  clocks: Clocks | null;
  /** Of the position; None where it stayed the same. */
  changes: Record<string, unknown> | null;
  /** The whole position, where a game begins. */
  position?: Position | null;
  /** Where you are to move. */
  choice: Choice | null;
  outcome?: OutcomeInfo | null;
  /** Where more changed than the position: seats, status. */
  info?: TableInfo | null;
}

/** The answer to `watch` with `since`, after the events that were missed. */
export interface Watching {
  type: "watching";
  id: number;
  table: string;
  number: number;
}

/** Who is connected to a table. */
export interface Presence {
  type: "presence";
  table: string;
  seats: number[];
  spectators: number;
}

/** The answer to `preview`. */
export interface Previewed {
  moves: string;
  /** What could come next; nothing where the turn is complete. */
  choice: Choice;
  /** Against the position of that version. What a complete turn would draw is not told. */
  changes: Record<string, unknown>;
  /** Who would capture what if the turn ended here. */
  takes: Take[];
  /** Why the game would end, if it would. */
  ends: string | null;
  type: "previewed";
  id: number;
  table: string;
  version: number;
}

/** The answer to `act`: the turn is in the log, whatever happens now. */
export interface Accepted {
  table: string;
  number: number;
  version: number;
  type: "accepted";
  id: number;
}

/** The answer to any request that was not done. */
export interface RefusalMessage {
  /** A word for programs: stale, turn, over, invalid, illegal, incomplete, forbidden, missing, taken, limit, … */
  code: string;
  /** For people: what was wrong and what would be right. */
  sentence: string;
  type: "refused";
  id: number;
}

/** The answer to `hint`. */
export interface Hinted {
  bot: string;
  /** The whole turn that it would play. */
  turn: string;
  /** For the next decision, best first. */
  lines: HintLine[];
  type: "hinted";
  id: number;
  table: string;
  version: number;
}

/** Somebody at the table sent a signal. */
export interface Signalled {
  type: "signalled";
  table: string;
  seat: number;
  signal: "hello" | "thanks" | "well_played" | "thinking" | "sorry" | "hurry";
}

/** One of your tables changed, followed or not: for the list of your tables, and to say that it is your turn. */
export interface YourTable {
  type: "your_table";
  info: TableInfo;
}

/** All open tables, those first that wait for players. */
export interface Lobby {
  type: "lobby";
  id?: number;
  /** How many people are connected just now. */
  here: number;
  tables: TableInfo[];
}

/** What is different in the lobby. Tables that are new or have changed are whole. */
export interface LobbyChanged {
  type: "lobby_changed";
  here: number;
  /** Tables that are not in the lobby any more, by id. */
  gone: string[];
  tables: TableInfo[];
}

/** The server closes the connection; come back after so many seconds. */
export interface Goodbye {
  type: "goodbye";
  reason: "restart" | "signed_out" | "slow" | "limit" | "silent";
  after: number;
}

/** A bot is to move; everything it needs is here. */
export interface YourTurn {
  type: "your_turn";
  table: string;
  seat: number;
  version: number;
  /** The first tokens of a turn. */
  legal: string[];
  position: Position;
}

/** A game in which the bot sat is over. */
export interface GameOver {
  type: "game_over";
  table: string;
  /** The bot's. */
  seats: number[];
  outcome: OutcomeInfo;
}

/** Sent every few seconds, so that both sides know that the other is there. */
export interface StillHere {
  type: "still_here";
  at: number;
}

/** Opens the analysis board, with a game that is over or with a text. */
export interface AnalysisRequest {
  table?: string | null;
  key?: string | null;
  /** A record, also one with variations, or one that begins in the middle. */
  text?: string | null;
}

/** A ply in the tree. */
export interface AnalysisNode {
  /** The index of the one that it follows, -1 for the start. The first that follows a ply is its main line. */
  parent: number;
  ply: PlyInfo;
  note: string;
  /** Of the position since the parent. */
  changes: Record<string, unknown>;
}

/** A game or a position with its variations, played through. */
export interface Analysis {
  game: string;
  options: Record<string, string>;
  /** By seat: who plays. */
  names: string[];
  /** All of it, as a record with variations. */
  text: string;
  /** Its main line as a record: what goes with every question about it. */
  base: string;
  /** The lines of the text before the first ply, without those that tell how the game ended. */
  head: string[];
  /** The lines of the text behind its main line. */
  closing: string[];
  /** Whose hand is known; None: nobody's, or everybody's. */
  seat: number | null;
  /** Everything is known. */
  is_open: boolean;
  start: Position;
  /** On the start. */
  note: string;
  /** In the order of the text: behind a ply come the variations that replace it, and then what follows it. */
  nodes: AnalysisNode[];
}

/** A place in a tree: the plies that lead there. */
export interface AnalysisLine {
  base: string;
  /** The lines of all plies from the start. */
  line?: string[];
}

/** Plays on from there, or tries the first moves of a turn. */
export interface AnalysisTurn {
  base: string;
  /** The lines of all plies from the start. */
  line?: string[];
  /** A whole turn, to be played. */
  turn?: string | null;
  /** The first moves of the turn after it, to be tried. */
  moves?: string;
}

/** A ply that was played, and the position after it. */
export interface AnalysisPly {
  ply: PlyInfo;
  position: Position;
}

/** Where that leads. */
export interface AnalysisStep {
  /** The plies since the line: the turn, and what chance decided then. */
  steps: AnalysisPly[];
  /** The position after them, */
  after: Position;
  /** and with the moves that are tried. */
  position: Position;
  choice: Choice | null;
  /** What would be captured if the turn ended with the moves. */
  takes: Take[];
  /** Why the game would be over then. */
  ends: string | null;
  outcome: OutcomeInfo | null;
}

/** What a position is worth, as far as it can be known. */
export interface AnalysisJudged {
  judged: Judged;
  /** Who is to move has a hand that nobody knows: the shares are a mean over several, and there are no turns. */
  is_guess: boolean;
}

/** A study to be kept. */
export interface NewStudy {
  name: string;
  text: string;
}

/** A study that is kept. Who has its id may read it. */
export interface StudyInfo {
  id: string;
  name: string;
  game: string;
  maker: string;
  is_yours: boolean;
  created_at: number;
  updated_at: number;
}

/** Your studies, the latest first. */
export interface StudyList {
  studies: StudyInfo[];
}

/** A study, whole. */
export interface StudyOpened {
  info: StudyInfo;
  analysis: Analysis;
}

export type Entry = Created | SeatTaken | SeatOpened | Started | Chose | Played | TakenOver | Away | TurnsLost | Returned | HintTaken | RematchMade | Imported | Closed;

export type ToServer = Ping | Watch | Unwatch | WatchLobby | UnwatchLobby | AskPreview | Act | AskHint | SendSignal;

export type ToPage = Welcome | Pong | TableMessage | Event | Watching | Presence | Previewed | Accepted | RefusalMessage | Hinted | Signalled | YourTable | Lobby | LobbyChanged | Goodbye;

export type ToBot = YourTurn | GameOver | StillHere | Goodbye;
