/** The rows that a lesson learns from, and those that it is judged by. */
import { gatherRows } from "../../dataset/table.ts";
import { createRandom } from "../../math/random.ts";
import type { LearningData, Lesson } from "../../models/fit-task.ts";
import { keptOutRows, learntRows } from "./folds.ts";

/** Which rows are drawn for a share does not depend on the lesson: the fewer are among the more. */
const SHARE_STREAM = 7;

export interface LessonRows {
  learnt: Int32Array;
  keptOut: Int32Array;
}

export function rowsOf({ folds, count }: LearningData, { fold, share = 1 }: Lesson): LessonRows {
  const rows = learntRows(folds, fold);
  const keptOut = keptOutRows(folds, fold);
  if (share >= 1) return { learnt: rows, keptOut };
  const order = createRandom(count, SHARE_STREAM).permutation(rows.length);
  const drawn = order.slice(0, Math.max(2, Math.round(share * rows.length)));
  return { learnt: drawn.sort().map((at) => rows[at] ?? 0), keptOut };
}

/** The given features (all when absent) at the given rows: features x rows, feature-major. */
export function inputsAt(
  { inputs, count, width }: LearningData,
  rows: Int32Array,
  features: ArrayLike<number> = Int32Array.from({ length: width }, (_, at) => at),
): Float64Array {
  const gathered = new Float64Array(features.length * rows.length);
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0;
    const values = inputs.subarray(feature * count, (feature + 1) * count);
    gathered.set(gatherRows(values, 1, rows), at * rows.length);
  }
  return gathered;
}

export function targetAt({ targets }: LearningData, target: number, rows: Int32Array): Float64Array {
  return gatherRows(targets[target] ?? new Float64Array(0), 1, rows);
}
