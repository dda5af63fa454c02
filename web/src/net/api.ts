/** HTTP: everything that is not play. The calls are checked against paths.ts, which is made from the server's own. */

import type { Client } from "openapi-fetch";
import type {
  AnalysisLine,
  AnalysisRequest,
  AnalysisTurn,
  Credentials,
  GameInfo,
  JudgeRequest,
  NewHook,
  NewStudy,
  NewTable,
  PairingWish,
  PushSubscription,
  Recovery,
  Refusal,
  SandboxRequest,
} from "../messages";
import { language } from "../words/language.svelte";
import { known } from "./known.svelte";
import type { paths } from "./paths";

/** Why something was not done: the server's sentence, or that it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** Why something was not done, for people. */
export const sentenceOf = (reason: unknown): string => (reason as Refused).message || language.words.offline;

interface Wish {
  params?: { path?: Record<string, string | number>; query?: Record<string, unknown> };
  body?: unknown;
  signal?: AbortSignal;
}

/** A call as openapi-fetch types it; its own code would be 2.5 kB of every first load. */
const caller =
  (method: string) =>
  async (path: string, { params, body, signal }: Wish = {}): Promise<Answer<unknown>> => {
    const where = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.path?.[name])));
    const asked = Object.entries(params?.query ?? {}).filter(([, value]) => value !== null && value !== undefined);
    const query =
      asked.length > 0 ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : "";
    const response = await fetch(where + query, {
      method,
      signal,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const content: unknown = isJson ? await response.json() : await response.text();
    return response.ok ? { data: content, response } : { error: content, response };
  };

const http = {
  GET: caller("GET"),
  POST: caller("POST"),
  PUT: caller("PUT"),
  DELETE: caller("DELETE"),
} as unknown as Client<paths>;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** What the server answers; fails with `Refused`. */
async function answerTo<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch {
    throw new Refused("offline", "");
  }
  const { response } = answer;
  if (response.ok) return answer.data as T;
  const refusal = answer.error as Refusal | undefined;
  throw typeof refusal?.code === "string"
    ? new Refused(refusal.code, refusal.sentence)
    : new Refused("broken", response.statusText);
}

/** Where a call goes: a table, by its id. */
const at = (table: string) => ({ params: { path: { table } } });

/** The same, for who has the table's key. */
const withKey = (table: string, key: string | null) => ({ params: { path: { table }, query: { key } } });

const ofPuzzle = (game: string, puzzle: string) => ({ params: { path: { game, puzzle } } });

let games: Promise<GameInfo[]> | null = null;

export const api = {
  me: () => answerTo(http.GET("/api/me")),
  guest: () => answerTo(http.POST("/api/guest")),
  register: (body: Credentials) => answerTo(http.POST("/api/register", { body })),
  signIn: (body: Credentials) => answerTo(http.POST("/api/sign-in", { body })),
  recover: (body: Recovery) => answerTo(http.POST("/api/recover", { body })),
  makeCodes: (password: string) => answerTo(http.POST("/api/codes", { body: { password } })),
  account: () => answerTo(http.GET("/api/account")),
  deleteAccount: (password: string) => answerTo(http.POST("/api/account/delete", { body: { password } })),
  blocks: () => answerTo(http.GET("/api/blocks")),
  block: (name: string) => answerTo(http.PUT("/api/blocks/{name}", { params: { path: { name } } })),
  unblock: (name: string) => answerTo(http.DELETE("/api/blocks/{name}", { params: { path: { name } } })),
  signOut: () => answerTo(http.POST("/api/sign-out")),
  keepSettings: (settings: Record<string, unknown>) => answerTo(http.PUT("/api/settings", { body: { settings } })),
  /** Once: they do not change while the page is open. */
  games: (): Promise<GameInfo[]> => {
    games ??= answerTo(http.GET("/api/games")).then((all) => (known.games = all.games));
    games.catch(() => (games = null));
    return games;
  },
  makeTable: (body: NewTable) => answerTo(http.POST("/api/tables", { body })),
  /** The game that bots play for who looks on; null: none is shown. */
  exhibition: () => answerTo(http.POST("/api/exhibition")),
  pair: (body: PairingWish) => answerTo(http.POST("/api/pairing", { body })),
  lobby: () => answerTo(http.GET("/api/tables")),
  mine: () => answerTo(http.GET("/api/tables/mine")),
  join: (table: string, seat: number | null, key: string | null) =>
    answerTo(http.POST("/api/tables/{table}/join", { ...at(table), body: { seat, key } })),
  start: (table: string) => answerTo(http.POST("/api/tables/{table}/start", at(table))),
  changeSeat: (table: string, seat: number, bot: string | null) =>
    answerTo(http.PUT("/api/tables/{table}/seats/{seat}", { params: { path: { table, seat } }, body: { bot } })),
  leave: (table: string) => answerTo(http.POST("/api/tables/{table}/leave", at(table))),
  comeBack: (table: string) => answerTo(http.POST("/api/tables/{table}/return", at(table))),
  rematch: (table: string) => answerTo(http.POST("/api/tables/{table}/rematch", at(table))),
  record: (table: string, key: string | null): Promise<string> =>
    answerTo(http.GET("/api/tables/{table}/record", { ...withKey(table, key), parseAs: "text" })),
  bringRecord: (text: string) => answerTo(http.POST("/api/records", { body: { text } })),
  proof: (table: string, key: string | null) => answerTo(http.GET("/api/tables/{table}/proof", withKey(table, key))),
  replay: (table: string, key: string | null, eyes: string | null) =>
    answerTo(http.GET("/api/tables/{table}/replay", { params: { path: { table }, query: { key, eyes } } })),
  /** What everybody may see after so many plies. */
  position: (table: string, version: number, key: string | null) =>
    answerTo(
      http.GET("/api/tables/{table}/positions/{version}", {
        params: { path: { table, version }, query: { key, eyes: "spectator" } },
      }),
    ),
  sandbox: (body: SandboxRequest) => answerTo(http.POST("/api/sandbox", { body })),
  judge: (body: JudgeRequest) => answerTo(http.POST("/api/judge", { body })),
  reviewStatus: (table: string, key: string | null) =>
    answerTo(http.GET("/api/tables/{table}/review", withKey(table, key))),
  askReview: (table: string, key: string | null) =>
    answerTo(http.POST("/api/tables/{table}/review", withKey(table, key))),
  reviewResult: <T>(table: string, key: string | null): Promise<T> =>
    answerTo(http.GET("/api/tables/{table}/review/result", withKey(table, key))) as Promise<T>,
  /** A game that is over, or a record with variations, for the analysis board. */
  openAnalysis: (body: AnalysisRequest) => answerTo(http.POST("/api/analysis", { body })),
  playLine: (body: AnalysisTurn) => answerTo(http.POST("/api/analysis/turn", { body })),
  judgeLine: (body: AnalysisLine, signal: AbortSignal) => answerTo(http.POST("/api/analysis/judge", { body, signal })),
  studies: () => answerTo(http.GET("/api/studies")),
  study: (study: string) => answerTo(http.GET("/api/studies/{study}", { params: { path: { study } } })),
  saveStudy: (body: NewStudy) => answerTo(http.POST("/api/studies", { body })),
  changeStudy: (study: string, body: NewStudy) =>
    answerTo(http.PUT("/api/studies/{study}", { params: { path: { study } }, body })),
  deleteStudy: (study: string) => answerTo(http.DELETE("/api/studies/{study}", { params: { path: { study } } })),
  puzzleLists: () => answerTo(http.GET("/api/puzzles")),
  puzzleOfDay: (game: string) => answerTo(http.GET("/api/puzzles/{game}/day", { params: { path: { game } } })),
  nextPuzzle: (game: string, kind: string | null) =>
    answerTo(http.GET("/api/puzzles/{game}/next", { params: { path: { game }, query: { kind } } })),
  puzzle: (game: string, puzzle: string) => answerTo(http.GET("/api/puzzles/{game}/{puzzle}", ofPuzzle(game, puzzle))),
  previewPuzzle: (game: string, puzzle: string, moves: string) =>
    answerTo(http.POST("/api/puzzles/{game}/{puzzle}/preview", { ...ofPuzzle(game, puzzle), body: { moves } })),
  tryPuzzle: (game: string, puzzle: string, moves: string) =>
    answerTo(http.POST("/api/puzzles/{game}/{puzzle}/try", { ...ofPuzzle(game, puzzle), body: { moves } })),
  puzzleReplies: (game: string, puzzle: string, moves: string) =>
    answerTo(http.POST("/api/puzzles/{game}/{puzzle}/replies", { ...ofPuzzle(game, puzzle), body: { moves } })),
  votePuzzle: (game: string, puzzle: string, vote: number) =>
    answerTo(http.PUT("/api/puzzles/{game}/{puzzle}/vote", { ...ofPuzzle(game, puzzle), body: { vote } })),
  reportTurn: (game: string, puzzle: string, moves: string) =>
    answerTo(http.POST("/api/puzzles/{game}/{puzzle}/report", { ...ofPuzzle(game, puzzle), body: { moves } })),
  pushKey: () => answerTo(http.GET("/api/push-key")),
  listeners: () => answerTo(http.GET("/api/listeners")),
  addBrowser: (body: PushSubscription) => answerTo(http.POST("/api/listeners/push", { body })),
  addHook: (body: NewHook) => answerTo(http.POST("/api/listeners/hook", { body })),
  removeListener: (listener: string) =>
    answerTo(http.DELETE("/api/listeners/{listener}", { params: { path: { listener } } })),
  person: (name: string) => answerTo(http.GET("/api/people/{name}", { params: { path: { name } } })),
  leaderboard: (game: string, players: number) =>
    answerTo(http.GET("/api/leaderboard", { params: { query: { game, players } } })),
};
