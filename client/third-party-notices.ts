import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import type { Plugin } from "vite";

/** Adds `third-party-notices.txt`, with the licences of all packages that the client contains. The server serves it beside the pages. */
export const thirdPartyNotices = (): Plugin => ({
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
