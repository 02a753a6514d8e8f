import type { EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import type { PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import type { emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { rootMeanSquareHalfWidths } from "@understudy/shared/math/half-widths.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import type { z } from "zod";
import type { Datasets } from "../files/datasets.ts";
import type { JobRecord } from "../models/job.ts";
import { type EmulatorAccess, readyEmulator } from "./ask.ts";
import { evaluate } from "./predict.ts";
import { type SampledRows, sampleRows } from "./rows.ts";

type Answer = z.output<typeof emulatorRoutes.getRowMisfits.response>;
type Misfit = Answer["rows"][number];

/** Values that are read and predicted for one answer; rows of long curves are fewer. More would hold up other requests. */
const MAX_VALUES = 200_000;
/** Rows of one answer: nobody looks at more, one after the other. */
const MAX_ANSWERED = 200;

/**
 * The rows of a data set that the emulator predicts worst, the worst first. The misfit of an output is its distance from the
 * prediction in half widths of the 95% bounds (of validation rows, the prediction by models fitted without them), of a curve the root mean square over its knots; that of a row is that of its worst
 * output.
 * @param signal aborted once the answer is no longer wanted
 * @throws Problem 503 when no answer can be given now
 */
export async function rowMisfits(
  access: EmulatorAccess & { datasets: Datasets },
  job: JobRecord,
  set: DataSet,
  signal: AbortSignal,
): Promise<Answer> {
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return { status: "loading", compared: 0, rows: [] };
  const { outputs } = emulator.description;
  const columns = outputs.flatMap(({ name, coordinate }) => [
    name,
    ...(coordinate === null ? [] : [coordinate]),
  ]);
  const names = [...new Set(columns)];
  const lengths = names.map((name) => job.config.outputs.find((output) => output.name === name)?.length ?? 1);
  const perRow = lengths.reduce((sum, length) => sum + length, 0);
  const maxRows = Math.max(1, Math.floor(MAX_VALUES / Math.max(1, perRow)));
  const sampled = await access.datasets.use(job, (dataset) => sampleRows(dataset, set, names, maxRows));
  const { indices, rows: rowNumbers, points } = sampled;
  const question = { points, rows: rowNumbers, field: "data_set", signal };
  const predicted = await evaluate(access, job, emulator, question);
  const misfits = outputs.map((output) => computeMisfits(output, sampled, predicted));
  const rows = indices.flatMap((index, at): Misfit[] => {
    const [first, ...further] = outputs.flatMap(({ name }, column) => {
      const half_widths = misfits[column]?.[at] ?? Number.NaN;
      return Number.isFinite(half_widths) ? [{ index, output: name, half_widths }] : [];
    });
    if (first === undefined) return [];
    return [
      further.reduce((worst, misfit) => (misfit.half_widths > worst.half_widths ? misfit : worst), first),
    ];
  });
  rows.sort((a, b) => b.half_widths - a.half_widths || a.index - b.index);
  return { status: "ready", compared: rows.length, rows: rows.slice(0, MAX_ANSWERED) };
}

/** The misfit of one output in each row; not a number where the row lacks the output. */
function computeMisfits(
  { name, size, knots, coordinate }: EmulatorOutput,
  { indices, actual }: SampledRows,
  predicted: PredictionAnswer,
): Float64Array {
  const prediction = predicted.outputs.get(name);
  const values = actual[name] ?? new Float64Array(0);
  const length = values.length / Math.max(1, indices.length);
  const along = coordinate === null ? null : actual[coordinate];
  return Float64Array.from(indices, (_, row) => {
    if (prediction === undefined) return Number.NaN;
    const stored = values.subarray(row * length, (row + 1) * length);
    const places = along?.subarray(row * length, (row + 1) * length) ?? Float64Array.from(stored.keys());
    const curve = size === 1 ? stored : valuesAt(places, stored, knots);
    const predictedAt = (values: Float64Array) => values.subarray(row * size, (row + 1) * size);
    const { mean, lower, upper } = prediction;
    const bounded = { mean: predictedAt(mean), lower: predictedAt(lower), upper: predictedAt(upper) };
    return rootMeanSquareHalfWidths(bounded, curve);
  });
}

/** A row's curve at an emulator's knots. Its coordinate may fall. */
function valuesAt(places: Float64Array, values: Float64Array, knots: Float64Array): Float64Array {
  const isFalling = (places[0] ?? 0) > (places.at(-1) ?? 0);
  return isFalling
    ? interpolateLinear(places.toReversed(), values.toReversed(), knots)
    : interpolateLinear(places, values, knots);
}
