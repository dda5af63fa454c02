import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Parts of a game are named after it, so that it is seen what is loaded when. */
function nameOfPart({ name, moduleIds }: { name: string; moduleIds: string[] }): string {
  const games = new Set(moduleIds.flatMap((id) => /\/src\/games\/(\w+)\//.exec(id)?.[1] ?? []));
  return `assets/${[...games, name].join("-")}-[hash].js`;
}

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../tenka/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Every address of the page is served the same file, so its parts are named from the root.
    assetsInlineLimit: 0,
    // Whose code is in the page, and under which licence: these ask for it to be said.
    license: { fileName: "notices.md" },
    rolldownOptions: { output: { chunkFileNames: nameOfPart } },
  },
  server: {
    // For work on the page: `tenka serve` beside `npm run dev`.
    proxy: { "/api": { target: "http://localhost:8000", ws: true } },
  },
});
