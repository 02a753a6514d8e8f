import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { unusedStyles } from "./unused-styles.ts";

/** The address of the server for `npm run dev`; the built client is served by the server itself. */
const server = process.env.DEV_SERVER ?? "http://127.0.0.1:3000";

/** react-router has two builds, and its package.json names only that with the warnings for developers, which is larger. */
const ROUTER_FOLDER = join(createRequire(import.meta.url).resolve("react-router"), "../../production");

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

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

/** Adds the licences of all packages that the client contains. The server serves the file beside the pages. */
const thirdPartyNotices = (): Plugin => ({
  name: "third-party-notices",
  apply: "build",
  generateBundle(_options, bundle) {
    const moduleIds = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const source = formatThirdPartyNotices(moduleIds, (folder) => ({
      files: readdirSync(folder),
      read: (file) => readFileSync(join(folder, file), "utf8"),
    }));
    this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source });
  },
});

/** Our own parts of pages, with the libraries that they are made of; but not what the first page does not need: dialogs and fields of forms. */
const LATER_PARTS =
  "drop-box|files-field|use-file-uploads|confirm-dialog|delete-rows|use-leave-guard|secret-field|number-field|use-number-box|problem-list|copyable|maintenance-notice|download-choice|notes|save-status|save-file|typed-quantities|cards\\.tsx|form-buttons|focus-first-invalid|fact-table|undo-steps|use-save-state|edit-history|edit-mark|edit-steps|overruled-list";
/** The icons of the tools of plots. */
const LATER_ICONS = "Icon(ArrowsMove|Lasso|Marquee2|Pointer|Rotate360|ZoomInArea|ZoomReset)\\.";
const SHARED_PARTS = new RegExp(`client/(ui|data)/(?!(${LATER_PARTS}))|@tabler(?!.*${LATER_ICONS})`);
/** The parts of pages with lists: each request of its own would cost more than these small files. */
const LIST_PARTS =
  /messages\/lists|quantities\/quantity-text|copy-as-code\/code-button|ui\/(use-column-choice|column-chooser|link-cards)|Icon(Bookmark|Columns3|Flask|Message|Server)\.|components\/(Badge|Switch)\//;

const DESCRIPTION_CALL = /\.describe\(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$]*`),?\s*\)/g;

/** Summaries of routes and descriptions of fields appear only in the document of the API. */
const withoutDescriptions = (): Plugin => ({
  name: "without-descriptions",
  apply: "build",
  transform: {
    filter: { id: /shared\/(api|domain)\/[\w-]+\.ts$/ },
    handler: (code) => code.replace(/\bsummary: "[^"]*"/g, 'summary: ""').replace(DESCRIPTION_CALL, ""),
  },
});

const JSON_SCHEMA_STEP = /inst\._zod\.processJSONSchema = [^;]*;/g;

/** Each schema of zod carries the step that describes it as JSON Schema, which the server alone needs: 10 kB. */
const withoutJsonSchemas = (): Plugin => ({
  name: "without-json-schemas",
  apply: "build",
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => code.replace(JSON_SCHEMA_STEP, ""),
  },
});

/** plotly.js asks for the style sheet of the maps that it can draw, which this client does not: 80 kB. */
const withoutMapStyles = (): Plugin => ({
  name: "without-map-styles",
  load: { filter: { id: /maplibre-gl\.css$/ }, handler: () => "" },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutDescriptions(),
    withoutJsonSchemas(),
    withoutMapStyles(),
    unusedStyles(),
    thirdPartyNotices(),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: join(ROUTER_FOLDER, "index.mjs") },
      { find: /^react-router\/dom$/, replacement: join(ROUTER_FOLDER, "dom-export.mjs") },
    ],
  },
  // Packages of plotly.js name the global object as Node.js does.
  define: { global: "globalThis" },
  // The server replaces the placeholder with a fresh nonce in every answer.
  html: { cspNonce: "%CSP_NONCE%" },
  build: {
    outDir: "dist",
    target: "es2023",
    // An inlined asset would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // plotly.js is one chunk of about 1,100 kB, 310 kB compressed, which is loaded when a plot comes near the viewport.
    chunkSizeWarningLimit: 1_200,
    // What several pages use is one file: dozens of small ones cost more than the few lines that a page does not need.
    // zod-setup.ts must run before the schemas, although they land in a chunk of their own.
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: "parts", test: SHARED_PARTS, minShareCount: 3 },
            { name: "lists", test: LIST_PARTS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // Not all of /api: in development the modules of client/api are served under it.
      "/api/internal": { target: server },
      "/api/openapi.json": { target: server },
      "/api/live": { target: server, ws: true },
      "/static": { target: server },
    },
  },
});
