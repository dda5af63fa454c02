/** For the tests: as much of a browser as the parts without a picture need. */

import type { Environment } from "vitest/runtime";

class Store {
  #kept = new Map<string, string>();
  getItem = (key: string): string | null => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#kept.set(key, value);
  removeItem = (key: string): void => void this.#kept.delete(key);
  clear = (): void => this.#kept.clear();
}

const environment: Environment = {
  name: "browserlike",
  // Tests run the code that browsers run; otherwise they would get Svelte's for servers, where nothing reacts.
  viteEnvironment: "client",
  setup(global) {
    global.localStorage = new Store();
    return { teardown: () => {} };
  },
};
export default environment;
