/** Makes one export: reads the emulator, makes the model that states how true it is, and writes the files. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FitLimits } from "@understudy/engine/exports/distillation/pace.ts";
import { FORMAT_DEFINITIONS } from "@understudy/engine/exports/formats/formats.ts";
import { checkPageSize } from "@understudy/engine/exports/formats/page/page.ts";
import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import { writeZip } from "../../downloads/write-zip.ts";
import type { MadeExport } from "../../models/emulator-export.ts";
import { type ExportOrder, NETWORK_FILE } from "../messages.ts";
import { circuitExport } from "./circuit-export.ts";
import { exactExport, type ModelWithVectors, openEmulator } from "./exact-export.ts";
import type { ExportSteps } from "./export-steps.ts";
import { createPageParts } from "./page-parts.ts";

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
