// Keeps the page on the device, so that it opens without a network and says what is missing. Games come from the server only.
const CACHE = "tenka-page";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(api|healthz|metrics)/.test(url.pathname)) return;
  const isPart = url.pathname.startsWith("/assets/");
  const key = event.request.mode === "navigate" ? new Request("/") : event.request;
  event.respondWith(isPart ? kept(key) : fresh(event.request, key));
});

/** Parts of the page have a hash in their name: what is kept stays right. */
async function kept(key) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(key);
  if (found) return found;
  const response = await fetch(key);
  if (response.ok) await cache.put(key, response.clone());
  return response;
}

/** The page itself from the server if it answers, so that a new version shows at once. */
async function fresh(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) {
      if (request.mode === "navigate") await forget(cache, await response.clone().text());
      await cache.put(key, response.clone());
    }
    return response;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

/** Drops the parts of versions before; what the new one needs is loaded again. */
async function forget(cache, page) {
  const old = await cache.match("/");
  if (!old || (await old.text()) === page) return;
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith("/assets/")) await cache.delete(request);
}

// --- notices of the server, which come with the page closed ---

const WORDS = {
  en: { turn: "Your turn", over: "The game is over" },
  de: { turn: "Du bist dran", over: "Die Partie ist vorbei" },
  ja: { turn: "あなたの手番です", over: "対局が終わりました" },
};

self.addEventListener("push", (event) => event.waitUntil(tell(event.data?.json() ?? {})));

/** Nothing is shown to who has the table before their eyes. */
async function tell({ kind, table, players = [], yours = [], language }) {
  const words = WORDS[language] ?? WORDS.en;
  const address = `/table/${table}`;
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === address)) return;
  const others = players.filter((_, seat) => !yours.includes(seat));
  await self.registration.showNotification(words[kind] ?? words.turn, {
    body: others.join(", "),
    icon: "/icon-192.png",
    tag: address,
    data: { address },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data?.address ?? "/"));
});

/** The page that is there goes to the table; where there is none a new one is opened. */
async function visit(address) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return self.clients.openWindow(address);
  await page.focus();
  return new URL(page.url).pathname === address ? page : page.navigate(address);
}
