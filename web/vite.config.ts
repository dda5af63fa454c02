import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../tenka/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Every address of the page is served the same file, so its parts are named from the root.
    assetsInlineLimit: 0,
  },
  server: {
    // For work on the page: `tenka serve` beside `npm run dev`.
    proxy: { "/api": { target: "http://localhost:8000", ws: true } },
  },
});
