import { rowsWhere } from "../../dataset/table.ts";
import type { LearningData, Learnt } from "../../models/fit-task.ts";
import { keptOutRows } from "./folds.ts";

/**
 * The mean squared error of what was said of a target at kept-out rows, in units of the target's variance; over the rows of
 * one fold only where `fold` is given. Infinite where nothing was said.
 */
export function keptOutError(
  data: LearningData,
  learnt: readonly Learnt[],
  target: number,
  fold?: number,
): number {
  const truth = data.targets[target];
  let sum = 0;
  let count = 0;
  for (const { lesson, keptOut } of learnt) {
    const mean = keptOut[lesson.targets.indexOf(target)]?.mean;
    if (mean === undefined) continue;
    const rows = keptOutRows(data.folds, lesson.fold);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      if (fold !== undefined && data.folds[row] !== fold) continue;
      sum += ((mean[at] ?? 0) - (truth?.[row] ?? 0)) ** 2;
      count += 1;
    }
  }
  return count === 0 || Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum / count;
}

/** What a lesson said of a target at the rows of a fold, less the truth; empty where it said nothing of them. */
export function errorsOn(
  { folds, targets }: LearningData,
  { lesson, keptOut }: Learnt,
  target: number,
  fold: number,
): Float64Array {
  const mean = keptOut[lesson.targets.indexOf(target)]?.mean;
  if (mean === undefined || (lesson.fold ?? fold) !== fold) return new Float64Array(0);
  const rows = keptOutRows(folds, lesson.fold);
  const own = rowsWhere(rows.length, (at) => folds[rows[at] ?? 0] === fold);
  return Float64Array.from(own, (at) => (mean[at] ?? Number.NaN) - (targets[target]?.[rows[at] ?? 0] ?? 0));
}

/** Not a number where there are none. */
export const meanSquareOf = (errors: Float64Array): number =>
  errors.reduce((sum, error) => sum + error * error, 0) / errors.length;
