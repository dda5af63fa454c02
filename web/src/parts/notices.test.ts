import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notify } from "./notices";

const shown = vi.fn();
/** As on Android: a page may not make one itself. */
class Forbidden {
  static permission = "granted";
  constructor() {
    throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
  }
}

beforeEach(() => {
  shown.mockReset();
  vi.stubGlobal("window", { Notification: Forbidden });
  vi.stubGlobal("Notification", Forbidden);
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ showNotification: shown }) } });
});
afterEach(() => vi.unstubAllGlobals());

test("on Android the service worker shows the notice, with the address that a tap opens", async () => {
  await notify("Your turn", "/table/abc", true);
  expect(shown).toHaveBeenCalledWith(
    "tenka",
    expect.objectContaining({ body: "Your turn", data: { address: "/table/abc" } }),
  );
});

test("nobody is told who looks at the page, or does not want to be", async () => {
  await notify("Your turn", "/table/abc", false);
  vi.stubGlobal("document", { hidden: false });
  await notify("Your turn", "/table/abc", true);
  expect(shown).not.toHaveBeenCalled();
});
