import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` finds the server; the built client is served by the server itself. */
const server = process.env.DEV_SERVER ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server replaces the placeholder with a fresh nonce in every answer.
  html: { cspNonce: "%CSP_NONCE%" },
  // plotly.js was written for bundlers that knew Node's name for the global object.
  define: { global: "globalThis" },
  build: {
    outDir: "dist",
    target: "es2023",
    // Plotly alone is larger than the default limit; it is loaded only where a plot is shown.
    chunkSizeWarningLimit: 5_000,
    // An inlined asset would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // zod-setup.ts must run before the schemas, although they land in a chunk of their own.
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
  server: {
    proxy: {
      // Not all of /api: in development the modules of client/api are served under it.
      "/api/internal": { target: server },
      "/api/live": { target: server, ws: true },
      "/static": { target: server },
    },
  },
});
