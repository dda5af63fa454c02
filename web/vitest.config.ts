import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

// Apart from the page's own configuration, because who only builds the page has no vitest.
export default mergeConfig(
  page,
  defineConfig({
    // Tests run the code that browsers run; else they would get Svelte's for servers, where nothing reacts.
    resolve: { conditions: ["browser", "module", "development|production"] },
    test: { include: ["src/**/*.test.ts"], environment: "./src/browserlike.ts" },
  }),
);
