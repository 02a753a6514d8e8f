import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { unusedStyles } from "./unused-styles.ts";

/** Where `npm run dev` finds the server; the built client is served by the server itself. */
const server = process.env.DEV_SERVER ?? "http://127.0.0.1:3000";

const compress = promisify(brotliCompress);
/** The last level takes twice as long for two per cent. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };

/** Compresses scripts and styles once, better than there is time for at each request: the server sends what lies beside a file. */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = bundle[name];
        const content = file?.type === "chunk" ? file.code : file?.source;
        if (content !== undefined)
          await writeFile(join(dir, `${name}.br`), await compress(content, { params }));
      }),
    );
  },
});

/** Our own parts of pages, with the libraries that they are made of; but not what only forms with files need. */
const PARTS = /client\/(components|hooks|store|live)\/(?!(drop-box|files-field|use-file-uploads))|@tabler/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), unusedStyles(), compressed()],
  // The server replaces the placeholder with a fresh nonce in every answer.
  html: { cspNonce: "%CSP_NONCE%" },
  build: {
    outDir: "dist",
    target: "es2023",
    // An inlined asset would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // What several pages use is one file: dozens of small ones cost more than the few lines that a page does not need.
    // zod-setup.ts must run before the schemas, although they land in a chunk of their own.
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [{ name: "parts", test: PARTS, minShareCount: 3 }],
        },
      },
    },
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
