/** Makes the parts of a web page besides its model: the facts about its columns, training rows by choice, and the page's own code. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { createPageFacts, type OutputJudgement } from "@understudy/engine/exports/formats/page/facts.ts";
import type { PageCode, PageParts } from "@understudy/engine/exports/formats/page/page.ts";
import { outputVerdict, validationRowsOf } from "@understudy/shared/domain/emulator-quality.ts";
import { verdictReason } from "@understudy/shared/domain/verdict.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import { type Plugin, rolldown } from "rolldown";
import type { ExportOrder } from "../messages.ts";
import type { OpenedEmulator } from "./exact-export.ts";
import { readTrainingRows } from "./job-rows.ts";

export async function createPageParts(
  { options, quality, columns, work_dir }: ExportOrder,
  { emulator }: OpenedEmulator,
  model: ExportedModel,
): Promise<PageParts> {
  const code = await bundlePage();
  const limits = { rows: EXPORT_LIMITS.pageRows, numbers: EXPORT_LIMITS.pageRowNumbers };
  const training = options.with_rows
    ? await readTrainingRows(work_dir, emulator, limits)
    : { rows: null, rowCount: null };
  const content = { columns, judgements: judge(quality), ...training, notices: code.notices };
  return { code, facts: createPageFacts(model, content) };
}

function judge(quality: ExportOrder["quality"]): Map<string, OutputJudgement> {
  if (quality === null) return new Map();
  return new Map(
    quality.outputs.map((output) => {
      const reason = verdictReason(output, validationRowsOf(output, quality));
      return [output.name, { verdict: outputVerdict(output, quality), reason }];
    }),
  );
}

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
async function bundlePage(): Promise<PageCode> {
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
