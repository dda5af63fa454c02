/** Where in the page we are. Every place has an address that can be shared. */

class Router {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.origin !== location.origin) return;
      if (link.hasAttribute("download")) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
  }

  go(address: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const isElsewhere = location.pathname !== this.path;
    this.#read();
    if (isElsewhere) scrollTo(0, 0);
  }

  /** The parts of the address: `/table/abc` has two. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  parameter(name: string): string | null {
    return new URLSearchParams(this.search).get(name);
  }
}

export const router = new Router();
