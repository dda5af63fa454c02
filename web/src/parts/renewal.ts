/** Parts of the page that are loaded late may be gone, because the server has a newer page by then. */

/** The part that every version of the page has under another name. */
const entryOf = (page: string): string | null => /<script [^>]*src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? null;

/** Whether the server has another page than this one; not if it cannot be reached, or has none. */
export async function isOutdated(own: string): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const entry = answer.ok ? entryOf(await answer.text()) : null;
    return entry !== null && !own.endsWith(entry);
  } catch {
    return false;
  }
}

/** Loads the page anew where a part is missing and the server has a newer one. What is laid out survives that. */
export function renewWhenOutdated(): void {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
  addEventListener("vite:preloadError", () => {
    void isOutdated(own).then((isOld) => {
      if (isOld) location.reload();
    });
  });
}
