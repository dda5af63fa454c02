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
