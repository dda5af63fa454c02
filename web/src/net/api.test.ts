import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** What was sent, and what is answered. */
const sent: Request[] = [];
let reply: () => Response;

beforeEach(() => {
  sent.length = 0;
  vi.resetModules();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push(new Request(new URL(path, "http://page"), init));
    return reply();
  });
});

afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const load = async () => import("./api");

test("a call goes to its path, with what is to be sent as JSON, and brings the answer", async () => {
  const { api } = await load();
  reply = () => json({ id: "t1" });
  expect(await api.join("t1", null, "k")).toEqual({ id: "t1" });
  expect(sent.map((request) => [request.method, new URL(request.url).pathname])).toEqual([
    ["POST", "/api/tables/t1/join"],
  ]);
  expect(await sent[0]!.json()).toEqual({ seat: null, key: "k" });
  expect(sent[0]!.headers.get("content-type")).toBe("application/json");
});

test("what is null is not asked for", async () => {
  const { api } = await load();
  reply = () => json({ steps: [] });
  await api.replay("t1", null, "all");
  expect(new URL(sent[0]!.url).search).toBe("?eyes=all");
});

test("a record comes as text, and nothing as nothing", async () => {
  const { api } = await load();
  reply = () => new Response("[Game …]", { headers: { "content-type": "text/plain" } });
  expect(await api.record("t1", null)).toBe("[Game …]");
  reply = () => new Response(null, { status: 204 });
  expect(await api.signOut()).toBe("");
});

test("a refusal is thrown with its code and its sentence", async () => {
  const { api, Refused } = await load();
  reply = () => json({ code: "taken", sentence: "every seat is taken; you can watch" }, 409);
  const refused: unknown = await api.join("t1", 0, null).catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: "taken", message: "every seat is taken; you can watch" });
});

test("an answer that is no refusal of ours is broken, and no answer is offline", async () => {
  const { api } = await load();
  reply = () => new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  await expect(api.me()).rejects.toMatchObject({ code: "broken", message: "Bad Gateway" });
  reply = () => {
    throw new TypeError("no network");
  };
  await expect(api.me()).rejects.toMatchObject({ code: "offline" });
});
