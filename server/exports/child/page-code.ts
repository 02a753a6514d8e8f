/** The script and the styles of exported web pages. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageCode } from "@understudy/engine/exports/formats/page/page.ts";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import { type Plugin, rolldown } from "rolldown";

const PAGE_FOLDER = join(import.meta.dirname, "../../../client/exported-page");
const SCHEMA_PACKAGE = "zod";

/** The page parses nothing: every schema that its modules make when they are read is this one object, which yields itself. */
const withoutSchemas: Plugin = {
  name: "without schemas",
  resolveId: (source) => (source === SCHEMA_PACKAGE ? `\0${SCHEMA_PACKAGE}` : null),
  load: (id) =>
    id === `\0${SCHEMA_PACKAGE}`
      ? "export const z = new Proxy(() => z, { get: () => z, apply: () => z });"
      : null,
};

/** The page's own code, bundled with all that it imports: a script that defines `UnderstudyPage`. */
export async function bundlePage(): Promise<PageCode> {
  const bundle = await rolldown({
    input: join(PAGE_FOLDER, "main.ts"),
    platform: "browser",
    logLevel: "silent",
    treeshake: { moduleSideEffects: false },
    plugins: [withoutSchemas],
  });
  try {
    const { output } = await bundle.generate({ format: "iife", name: "UnderstudyPage", minify: true });
    const [{ code, moduleIds }] = output;
    const notices = formatThirdPartyNotices(moduleIds, (folder) => ({
      files: readdirSync(folder),
      read: (file) => readFileSync(join(folder, file), "utf8"),
    }));
    return { script: code, styles: await readFile(join(PAGE_FOLDER, "page.css"), "utf8"), notices };
  } finally {
    await bundle.close();
  }
}
