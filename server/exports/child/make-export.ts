/** Makes one export: reads the emulator, makes the model that states how true it is, and writes the files. */

import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FitLimits } from "@understudy/engine/exports/distillation/pace.ts";
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { FORMAT_DEFINITIONS } from "@understudy/engine/exports/formats/formats.ts";
import { createPageFacts, type OutputJudgement } from "@understudy/engine/exports/formats/page/facts.ts";
import {
  checkPageSize,
  type PageCode,
  type PageParts,
} from "@understudy/engine/exports/formats/page/page.ts";
import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import { outputVerdict, validationRowsOf } from "@understudy/shared/domain/emulator-quality.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import { verdictReason } from "@understudy/shared/domain/verdict.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import { type Plugin, rolldown } from "rolldown";
import { writeZip } from "../../downloads/write-zip.ts";
import type { MadeExport } from "../../models/job-results.ts";
import { type ExportOrder, NETWORK_FILE } from "../messages.ts";
import { circuitExport } from "./circuit-export.ts";
import { exactExport, type ModelWithVectors, type OpenedEmulator, openEmulator } from "./exact-export.ts";
import type { ExportSteps } from "./export-steps.ts";
import { readTrainingRows } from "./job-rows.ts";

/** @throws UserError where the emulator cannot be exported as asked */
export async function makeExport(
  order: ExportOrder,
  steps: ExportSteps,
  fits: FitLimits,
): Promise<MadeExport> {
  const { format, options, folder } = order;
  steps.begin("read", "Reading the emulator");
  const opened = await openEmulator(order, await readFile(order.emulator_path));
  // To compare the model takes long, and its size is known before.
  if (format === "page") checkPageSize(opened.exact);
  const { model, vectors, comparedPoints, differences } = EXPORT_FORMATS[format].isCircuit
    ? await circuitExport(opened, { format, options, path: join(folder, NETWORK_FILE), fits }, steps)
    : await exactExport(opened, steps);
  steps.begin("write", "Writing the files");
  const page = format === "page" ? await createPageParts(order, opened, model) : null;
  const files = await FORMAT_DEFINITIONS[format].write(model, vectors, options, page);
  const name = `${model.identifier}-${format}.zip`;
  const entries = files.map(({ name: path, contents }) => ({
    path: `${model.identifier}/${path}`,
    text: contents,
    executable: path.endsWith(".sh"),
  }));
  await writeZip(join(folder, name), entries);
  const { suffix, selfTest } = FORMAT_DEFINITIONS[format];
  const alone = files.find(({ name: path }) => suffix !== null && path.endsWith(suffix)) ?? null;
  if (alone !== null) await writeFile(join(folder, alone.name), alone.contents);
  const result = toResult({ model, comparedPoints, differences }, selfTest(model.identifier));
  return { file_name: name, model_name: alone?.name ?? null, result };
}

function toResult(
  { model, comparedPoints, differences }: Omit<ModelWithVectors, "vectors">,
  self_test: string,
): ExportResult {
  const { fidelity, hasBounds, outputs } = model;
  const network =
    fidelity.kind === "exact"
      ? null
      : { hidden: [...fidelity.hidden], wanted_share: fidelity.wantedShare, holds: fidelity.holds };
  const { shares, ownOutputs } = fidelity.kind === "exact" ? NOTHING_FITTED : fidelity;
  return {
    network,
    has_bounds: hasBounds,
    compared_points: comparedPoints,
    outputs: outputs.map(({ name, unit, error, largestDifference }, at) => ({
      name,
      unit,
      error,
      largest_difference: largestDifference,
      share: shares[at] ?? null,
      typical_difference: differences[at]?.typical ?? null,
      bounds_difference: differences[at]?.bounds ?? null,
      range: differences[at]?.range ?? null,
      is_own: ownOutputs[at] ?? true,
    })),
    self_test,
  };
}

const NOTHING_FITTED: { shares: readonly number[]; ownOutputs: readonly boolean[] } = {
  shares: [],
  ownOutputs: [],
};

// Makes the parts of a web page besides its model: the facts about its columns, training rows by choice, and
// the page's own code.

async function createPageParts(
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
