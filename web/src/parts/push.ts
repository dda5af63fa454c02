/** Notices that come with the page closed: Web Push, where the browser has it. */

import { api } from "../net/api";
import { language } from "../words/language.svelte";

/** The browser's place among the server's listeners, to take it back. */
const KEY = "tenka.listener";

const worker = async (): Promise<ServiceWorkerRegistration | null> =>
  "serviceWorker" in navigator && "PushManager" in window
    ? ((await navigator.serviceWorker.getRegistration()) ?? null)
    : null;

const same = (one: ArrayBuffer | null, other: string): boolean =>
  one !== null &&
  btoa(String.fromCharCode(...new Uint8Array(one)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "") === other;

/** Has the server tell this browser; whether it will. Asked again it says the language that is spoken now. */
export async function subscribe(): Promise<boolean> {
  try {
    const manager = (await worker())?.pushManager;
    if (!manager) return false;
    const { key } = await api.pushKey();
    let subscription = await manager.getSubscription();
    if (subscription && !same(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    const made = await api.addBrowser({
      endpoint: endpoint!,
      keys: { p256dh: keys!.p256dh!, auth: keys!.auth! },
      language: language.code,
    });
    localStorage.setItem(KEY, made.id);
    return true;
  } catch {
    return false; // without a push service the open page still tells
  }
}

/** Has the server forget this browser. */
export async function unsubscribe(): Promise<void> {
  const listener = localStorage.getItem(KEY);
  localStorage.removeItem(KEY);
  if (listener) await api.removeListener(listener).catch(() => {});
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe().catch(() => false);
}
