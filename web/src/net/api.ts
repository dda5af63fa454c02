/** HTTP: everything that is not play. */

import type {
  Credentials,
  GameInfo,
  Games,
  Me,
  NewTable,
  Proof,
  Refusal,
  ReplayInfo,
  Sandbox,
  SandboxRequest,
  LeaderboardLine,
  TableInfo,
  TableList,
} from "../messages";
import { language } from "../words/language.svelte";

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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", "");
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!response.ok) {
    const refusal = isJson ? ((await response.json()) as Refusal) : { code: "broken", sentence: response.statusText };
    throw new Refused(refusal.code, refusal.sentence);
  }
  return (isJson ? await response.json() : await response.text()) as T;
}

const query = (values: Record<string, string | number | null | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length === 0 ? "" : "?" + new URLSearchParams(given.map(([k, v]) => [k, String(v)])).toString();
};

let games: Promise<GameInfo[]> | null = null;

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  guest: () => call<Me>("POST", "/api/guest"),
  register: (who: Credentials) => call<Me>("POST", "/api/register", who),
  signIn: (who: Credentials) => call<Me>("POST", "/api/sign-in", who),
  signOut: () => call<null>("POST", "/api/sign-out"),
  keepSettings: (settings: Record<string, unknown>) => call<null>("PUT", "/api/settings", { settings }),
  /** Once: they do not change while the page is open. */
  games: (): Promise<GameInfo[]> => {
    games ??= call<Games>("GET", "/api/games").then((all) => all.games);
    games.catch(() => (games = null));
    return games;
  },
  makeTable: (wish: NewTable) => call<TableInfo>("POST", "/api/tables", wish),
  lobby: () => call<TableList>("GET", "/api/tables"),
  mine: () => call<TableList>("GET", "/api/tables/mine"),
  join: (table: string, seat: number | null, key: string | null) =>
    call<TableInfo>("POST", `/api/tables/${table}/join`, { seat, key }),
  start: (table: string) => call<TableInfo>("POST", `/api/tables/${table}/start`),
  changeSeat: (table: string, seat: number, bot: string | null) =>
    call<TableInfo>("PUT", `/api/tables/${table}/seats/${seat}`, { bot }),
  leave: (table: string) => call<TableInfo>("POST", `/api/tables/${table}/leave`),
  comeBack: (table: string) => call<TableInfo>("POST", `/api/tables/${table}/return`),
  rematch: (table: string) => call<TableInfo>("POST", `/api/tables/${table}/rematch`),
  record: (table: string, key: string | null) => call<string>("GET", `/api/tables/${table}/record${query({ key })}`),
  bringRecord: (text: string) => call<TableInfo>("POST", "/api/records", { text }),
  proof: (table: string, key: string | null) => call<Proof>("GET", `/api/tables/${table}/proof${query({ key })}`),
  replay: (table: string, key: string | null, eyes: string | null) =>
    call<ReplayInfo>("GET", `/api/tables/${table}/replay${query({ key, eyes })}`),
  sandbox: (wish: SandboxRequest) => call<Sandbox>("POST", "/api/sandbox", wish),
  leaderboard: (game: string, players: number) =>
    call<LeaderboardLine[]>("GET", `/api/leaderboard${query({ game, players })}`),
};
