import { afterEach, expect, test, vi } from "vitest";
import { isOutdated } from "./renewal";

const OWN = "http://tenka/assets/index-abc.js";
const serve = (body: string, ok = true): void =>
  void vi.stubGlobal(
    "fetch",
    vi.fn(async () => ({ ok, text: async () => body })),
  );
const page = (entry: string): string => `<script type="module" crossorigin src="/assets/${entry}"></script>`;
afterEach(() => vi.unstubAllGlobals());

test("another entry means another version", async () => {
  serve(page("index-def.js"));
  expect(await isOutdated(OWN)).toBe(true);
  serve(page("index-abc.js"));
  expect(await isOutdated(OWN)).toBe(false);
});

test("a server that cannot be reached, or has no page, is no reason to give up this one", async () => {
  serve("<h1>tenka</h1>");
  expect(await isOutdated(OWN)).toBe(false);
  serve(page("index-def.js"), false);
  expect(await isOutdated(OWN)).toBe(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect(await isOutdated(OWN)).toBe(false);
});
