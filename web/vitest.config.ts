import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

// Apart from the page's own configuration, because who only builds the page has no vitest.
export default mergeConfig(page, defineConfig({ test: { include: ["src/**/*.test.ts"] } }));
