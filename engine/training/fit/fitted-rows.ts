/** The rows that a task is fitted to, and those on which its error is measured. */
import { gatherRows } from "../../dataset/table.ts";
import { createRandom } from "../../math/random.ts";
import type { FitTask, TrainingData } from "../../models/fit-task.ts";
import { heldOutRows, listGroupRows, trainingRows } from "./folds.ts";

/** Subsamples do not depend on the task, and smaller ones are subsets of larger ones. */
const SUBSAMPLE_STREAM = 7;

/**
 * A Gaussian process is fitted to at most this many rows. A sparse one has 700 inducing rows, so the noise of 50,000 rows adds about
 * 700 / 50,000 of its variance to the error. With all of a million rows a process takes a minute of the time of the networks, which
 * predict better there.
 */
export const MAX_PROCESS_ROWS = 50_000;

export interface TaskRows {
  training: Int32Array;
  heldOut: Int32Array;
}

/** Selects the rows of a task. A share of the training rows is drawn at random, by groups where rows are grouped. */
export function selectRows(
  data: TrainingData,
  { family, fold, subsample = 1 }: Pick<FitTask, "family" | "fold" | "subsample">,
): TaskRows {
  const { count, groups } = data;
  const rows = trainingRows(data, fold);
  const heldOut = heldOutRows(data.folds, fold);
  const maxShare = family === "gaussian-process" ? MAX_PROCESS_ROWS / rows.length : 1;
  const share = Math.min(subsample, maxShare);
  if (share >= 1) return { training: rows, heldOut };
  const units =
    groups === undefined
      ? Array.from(rows.keys(), (at) => [at])
      : listGroupRows(gatherIntegers(groups, rows));
  const order = createRandom(count, SUBSAMPLE_STREAM).permutation(units.length);
  const drawn = order.slice(0, Math.max(2, Math.round(share * units.length)));
  const training = Int32Array.from(
    Array.from(drawn, (unit) => units[unit] ?? []).flat(),
    (at) => rows[at],
  ).sort();
  return { training, heldOut };
}

const gatherIntegers = (values: Int32Array, rows: Int32Array): Int32Array => rows.map((row) => values[row]);

/** The given features (all when absent) at the given rows: features x rows, feature-major. */
export function inputsAt(
  { inputs, count, width }: TrainingData,
  rows: Int32Array,
  features: ArrayLike<number> = Int32Array.from({ length: width }, (_, at) => at),
): Float64Array {
  const gathered = new Float64Array(features.length * rows.length);
  for (let at = 0; at < features.length; at++) {
    const feature = features[at];
    const values = inputs.subarray(feature * count, (feature + 1) * count);
    gathered.set(gatherRows(values, 1, rows), at * rows.length);
  }
  return gathered;
}

export function targetAt({ targets }: TrainingData, target: number, rows: Int32Array): Float64Array {
  return gatherRows(targets[target] ?? new Float64Array(0), 1, rows);
}
