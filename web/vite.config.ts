import { defineConfig } from "vite";

// All addresses are relative, so that the site works in any folder of any host.
export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
  worker: { format: "es" },
});
