import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../net/api";
import { askForNotices } from "./notices";
import { subscribe, unsubscribe } from "./push";

/** A browser with a push service: it keeps one subscription, made for one server's key. */
class Manager {
  subscription: Subscription | null = null;
  isRefused = false;
  getSubscription = async (): Promise<Subscription | null> => this.subscription;
  subscribe = async (options: PushSubscriptionOptionsInit): Promise<Subscription> => {
    if (this.isRefused) throw new DOMException("Registration failed - permission denied", "NotAllowedError");
    expect(options.userVisibleOnly).toBe(true);
    return (this.subscription = new Subscription(this, options.applicationServerKey as string));
  };
}
class Subscription {
  options: { applicationServerKey: ArrayBuffer };
  constructor(
    readonly manager: Manager,
    key: string,
  ) {
    const plain = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
    this.options = { applicationServerKey: Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer };
  }
  toJSON = () => ({ endpoint: "https://push.example/1", keys: { p256dh: "its-key", auth: "its-secret" } });
  unsubscribe = async (): Promise<boolean> => {
    this.manager.subscription = null;
    return true;
  };
}

/** As servers write theirs: with signs that only this kind of base64 has, and no padding. */
const KEY = "BP-_8Qab";
let manager: Manager;
let kept: Map<string, string>;
const added = vi.spyOn(api, "addBrowser");
const removed = vi.spyOn(api, "removeListener");

beforeEach(() => {
  manager = new Manager();
  kept = new Map();
  vi.stubGlobal("window", { PushManager: Manager });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager: manager }) } });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.spyOn(api, "pushKey").mockResolvedValue({ key: KEY });
  added.mockReset().mockResolvedValue({ id: "listener-1" } as never);
  removed.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.unstubAllGlobals());

test("a browser subscribes with the server's key, and the server hears where to call it and in which language", async () => {
  expect(await subscribe()).toBe(true);
  expect(added).toHaveBeenCalledExactlyOnceWith({
    endpoint: "https://push.example/1",
    keys: { p256dh: "its-key", auth: "its-secret" },
    language: "en",
  });
});

test("asked again it keeps its subscription; where the server has a new key it makes a new one", async () => {
  await subscribe();
  const first = manager.subscription;
  await subscribe();
  expect(manager.subscription).toBe(first);
  vi.spyOn(api, "pushKey").mockResolvedValue({ key: "BBBBBBBB" });
  expect(await subscribe()).toBe(true);
  expect(manager.subscription).not.toBe(first);
});

test("taken back, the browser and the server both forget it", async () => {
  await subscribe();
  await unsubscribe();
  expect(removed).toHaveBeenCalledExactlyOnceWith("listener-1");
  expect(manager.subscription).toBeNull();
  await unsubscribe();
  expect(removed).toHaveBeenCalledOnce();
});

test("a server that cannot be reached does not keep the browser from forgetting", async () => {
  await subscribe();
  removed.mockRejectedValue(new Error("offline"));
  await unsubscribe();
  expect(manager.subscription).toBeNull();
});

test("without a push service, a worker, a permission or a server there is no subscription, and no failure", async () => {
  manager.isRefused = true;
  expect(await subscribe()).toBe(false);
  manager.isRefused = false;
  added.mockRejectedValueOnce(new Error("offline"));
  expect(await subscribe()).toBe(false);
  expect(kept.size).toBe(0);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => undefined } });
  expect(await subscribe()).toBe(false);
  vi.stubGlobal("window", {});
  expect(await subscribe()).toBe(false);
  await unsubscribe();
});

test.each([
  ["granted", true],
  ["denied", false],
])("who is asked and answers %s", async (answer, isAllowed) => {
  const Notification = { requestPermission: async () => answer };
  vi.stubGlobal("window", { Notification });
  vi.stubGlobal("Notification", Notification);
  expect(await askForNotices()).toBe(isAllowed);
});

test("a browser without notices is not asked", async () => {
  vi.stubGlobal("window", {});
  expect(await askForNotices()).toBe(false);
});
