/** Makes one export: reads the emulator, states how true the file is to it, and writes the files. */

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { largestDifferences, testVectorsOf } from "@understudy/engine/exports/assembly/comparison.ts";
import { exactModel, withOutputs } from "@understudy/engine/exports/assembly/exact-model.ts";
import { joinedPoints, spaceFillingPoints } from "@understudy/engine/exports/assembly/points.ts";
import type { ExportedModel, TestVectors } from "@understudy/engine/exports/exported-model.ts";
import { FORMATS } from "@understudy/engine/exports/formats/formats.ts";
import { createEnsembleEmulator } from "@understudy/engine/models/ensemble/emulator.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import { writeZip } from "../../downloads/write-zip.ts";
import type { ExportOrder, MadeExport } from "../messages.ts";
import { readJobRows } from "./job-rows.ts";

const COMPARED_POINTS = 10_000;
/** An emulator of many models is compared at fewer points, and says at how many. */
const COMPARISON_MS = 20_000;
/** Of the file's own test: points that fill the ranges, and rows of the training. */
const TEST_POINTS = 200;
const TEST_ROWS = 20;
/** Of long curves fewer points are tested: so many values are written. */
const MAX_TEST_VALUES = 1_000_000;

type Report = (share: number, text: string) => void;

/** @throws UserError where the emulator cannot be exported as asked */
export async function makeExport(order: ExportOrder, report: Report): Promise<MadeExport> {
  const { format, options, folder } = order;
  report(0, "Reading the emulator");
  const bytes = await readFile(order.emulator_path);
  const { model, vectors, comparedPoints } = await exactExport(order, bytes, report);
  report(0.95, "Writing the files");
  const files = await FORMATS[format].write(model, vectors, options);
  const name = `${model.identifier}-${format}.zip`;
  const entries = files.map(({ name: path, contents }) => ({
    path: `${model.identifier}/${path}`,
    text: contents,
    executable: path.endsWith(".sh"),
  }));
  await writeZip(join(folder, name), entries);
  const module = files.find(({ name: path }) => path.endsWith(".va")) ?? null;
  if (module !== null) await writeFile(join(folder, module.name), module.contents);
  const result = resultOf(model, comparedPoints, FORMATS[format].selfTest(model.identifier));
  return { file_name: name, module_name: module?.name ?? null, result };
}

interface Assembled {
  model: ExportedModel;
  vectors: TestVectors;
  comparedPoints: number;
}

async function exactExport(order: ExportOrder, bytes: Uint8Array, report: Report): Promise<Assembled> {
  const { options, emulator_version } = order;
  const parts = withOutputs(readEmulatorFile(bytes), options.outputs);
  const emulator = createEnsembleEmulator(parts);
  const { inputs, outputs } = emulator;
  const names = outputs.map(({ name }) => name);
  report(0.02, "Measuring the emulator's error on the validation rows");
  const { points: rows, errors } = await readJobRows(order.work_dir, emulator);
  const facts = {
    title: order.title,
    jobId: order.job_id,
    version: `${emulator_version} (${createHash("sha256").update(bytes).digest("hex").slice(0, 12)})`,
    createdAt: order.created_at,
    columns: order.columns,
  };
  const exact = exactModel(parts, facts, { withBounds: options.with_bounds, errors });
  const values = outputs.reduce((sum, { size }) => sum + 6 * size, 0);
  const share = Math.min(1, MAX_TEST_VALUES / values / (TEST_POINTS + TEST_ROWS));
  const points = joinedPoints(
    spaceFillingPoints(inputs, Math.max(1, Math.floor(share * TEST_POINTS)), COMPARED_POINTS),
    spreadRows(rows, inputs.length, Math.floor(share * TEST_ROWS)),
  );
  const vectors = testVectorsOf(emulator, names, exact.program, points, exact.hasBounds);
  const comparison = largestDifferences(
    emulator,
    names,
    exact.program,
    spaceFillingPoints(inputs, COMPARED_POINTS, 0),
    { clock: () => performance.now(), timeLimitMs: COMPARISON_MS },
  );
  for (let step = comparison.next(); ; step = comparison.next()) {
    if (step.done) {
      const { differences, points: comparedPoints } = step.value;
      const compared = exact.outputs.map((output, at) => ({
        ...output,
        largestDifference: differences[at] ?? 0,
      }));
      return { model: { ...exact, outputs: compared }, vectors, comparedPoints };
    }
    report(0.05 + 0.9 * step.value, "Comparing the file with the emulator");
    // What is reported is sent in between.
    await turn();
  }
}

/** So many of the rows, evenly spread over them. */
function spreadRows(rows: Float64Array, width: number, wanted: number): Float64Array {
  const count = Math.min(wanted, rows.length / width);
  const step = Math.floor(rows.length / width / count);
  return Float64Array.from({ length: count * width }, (_, at) => {
    const row = step * Math.floor(at / width);
    return rows[row * width + (at % width)] ?? 0;
  });
}

function resultOf(
  { fidelity, hasBounds, outputs }: ExportedModel,
  comparedPoints: number,
  self_test: string,
) {
  const isDistilled = fidelity.kind === "distilled";
  return {
    network: isDistilled
      ? { hidden: [...fidelity.hidden], wanted_share: fidelity.wantedShare, holds: fidelity.holds }
      : null,
    has_bounds: hasBounds,
    compared_points: isDistilled ? fidelity.points : comparedPoints,
    outputs: outputs.map(({ name, unit, error, largestDifference }, at) => ({
      name,
      unit,
      error,
      largest_difference: largestDifference,
      share: isDistilled ? (fidelity.shares[at] ?? null) : null,
    })),
    self_test,
  } satisfies ExportResult;
}
