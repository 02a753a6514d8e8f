import { rowsWhere } from "../../dataset/table.ts";
import type { FitResult, TrainingData } from "../../models/fit-task.ts";
import { heldOutRows } from "./folds.ts";

/**
 * The mean squared error of a target's held-out predictions, in units of the target's variance; over the rows of one fold only
 * where `fold` is given. Infinite without predictions.
 */
export function heldOutError(
  data: TrainingData,
  results: readonly FitResult[],
  target: number,
  fold?: number,
): number {
  const truth = data.targets[target];
  let sum = 0;
  let count = 0;
  for (const { task, heldOut } of results) {
    const mean = heldOut[task.targets.indexOf(target)]?.mean;
    if (mean === undefined) continue;
    const rows = heldOutRows(data.folds, task.fold);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at];
      if (fold === undefined ? isInEveryFit(data, row) : data.folds[row] !== fold) continue;
      sum += (mean[at] - (truth?.[row] ?? 0)) ** 2;
      count += 1;
    }
  }
  return count === 0 || Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum / count;
}

/** True: no fold leaves the row out, so that its prediction is that of a fit to it. */
const isInEveryFit = ({ leftOut, folds, foldCount }: TrainingData, row: number): boolean =>
  leftOut !== undefined && folds[row] === foldCount;

/** A task's errors, prediction less truth, of a target at the rows of a fold; empty where it did not predict them. */
export function foldErrors(
  { folds, targets }: TrainingData,
  { task, heldOut }: FitResult,
  target: number,
  fold: number,
): Float64Array {
  const mean = heldOut[task.targets.indexOf(target)]?.mean;
  if (mean === undefined || (task.fold ?? fold) !== fold) return new Float64Array(0);
  const rows = heldOutRows(folds, task.fold);
  const foldPositions = rowsWhere(rows.length, (at) => folds[rows[at]] === fold);
  return Float64Array.from(foldPositions, (at) => mean[at] - targets[target][rows[at]]);
}

/** Computes the mean square of the errors; not a number where there are none. */
export const computeMeanSquare = (errors: Float64Array): number =>
  errors.reduce((sum, error) => sum + error * error, 0) / errors.length;
