/** Makes one export: reads the emulator, makes the model that states how true it is, and writes the files. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needsDistillation } from "@understudy/engine/exports/distillation/needs-distillation.ts";
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { FORMATS } from "@understudy/engine/exports/formats/formats.ts";
import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import { writeZip } from "../../downloads/write-zip.ts";
import type { MadeExport } from "../../models/emulator-export.ts";
import { type ExportOrder, NETWORK_FILE } from "../messages.ts";
import { distilledExport } from "./distilled-export.ts";
import { exactExport, openEmulator, type Report } from "./exact-export.ts";

/** Of progress, what reading the emulator and writing the files take. */
const READ = 0.05;
const MADE = 0.95;

/** @throws UserError where the emulator cannot be exported as asked */
export async function makeExport(order: ExportOrder, report: Report): Promise<MadeExport> {
  const { format, options, folder } = order;
  report(0, "Reading the emulator");
  const opened = await openEmulator(order, await readFile(order.emulator_path));
  const within: Report = (share, text) => report(READ + (MADE - READ) * share, text);
  const isNetwork = EXPORT_FORMATS[format].isCircuit && needsDistillation(opened.exact);
  const { model, vectors, comparedPoints } = isNetwork
    ? await distilledExport(opened, options, join(folder, NETWORK_FILE), within)
    : await exactExport(opened, within);
  report(MADE, "Writing the files");
  const files = await FORMATS[format].write(model, vectors, options);
  const name = `${model.identifier}-${format}.zip`;
  const entries = files.map(({ name: path, contents }) => ({
    path: `${model.identifier}/${path}`,
    text: contents,
    executable: path.endsWith(".sh"),
  }));
  await writeZip(join(folder, name), entries);
  const { suffix, selfTest } = FORMATS[format];
  const alone = files.find(({ name: path }) => suffix !== null && path.endsWith(suffix)) ?? null;
  if (alone !== null) await writeFile(join(folder, alone.name), alone.contents);
  const result = resultOf(model, comparedPoints, selfTest(model.identifier));
  return { file_name: name, model_name: alone?.name ?? null, result };
}

function resultOf(
  { fidelity, hasBounds, outputs }: ExportedModel,
  compared_points: number,
  self_test: string,
): ExportResult {
  const network =
    fidelity.kind === "exact"
      ? null
      : { hidden: [...fidelity.hidden], wanted_share: fidelity.wantedShare, holds: fidelity.holds };
  const { shares, bounds = null } = fidelity.kind === "exact" ? { shares: [] } : fidelity;
  return {
    network,
    has_bounds: hasBounds,
    compared_points,
    outputs: outputs.map(({ name, unit, error, largestDifference }, at) => ({
      name,
      unit,
      error,
      largest_difference: largestDifference,
      share: shares[at] ?? null,
      bounds_share: bounds?.[at] ?? null,
    })),
    self_test,
  };
}
