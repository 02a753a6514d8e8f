import type { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
import type { FoldModel } from "./candidates.ts";
import type { ModelDifference } from "./fold-weights.ts";

/**
 * Estimates the mean squared difference between two fold models at unseen points. Every training row was used in one fit or in
 * both, and having used a row adds to the squared difference there: the mean over the rows of the one, plus that over the rows
 * of the other, less that over the rows of both, estimates the difference at rows of neither. It is too large where both fits
 * follow the same noise, and the mean over all rows is too small: the result is the middle of the two.
 *
 * @param rows those that some fold holds out, and `foldOf` which one.
 */
export function foldDifferences(
  trainingData: TrainingData,
  rows: Int32Array,
  foldOf: Uint8Array,
  evaluatorOf: ReturnType<typeof evaluatorCache>,
): ModelDifference {
  const known = new WeakMap<object, Float64Array[]>();
  const predict = ({ model, output }: FoldModel): Float64Array => {
    let all = known.get(model.model);
    if (all === undefined) {
      all = evaluatorOf(model).means(inputsAt(trainingData, rows), rows.length);
      known.set(model.model, all);
    }
    return all[output] ?? new Float64Array(rows.length);
  };

  return (one, other) => {
    const [a, b] = [predict(one), predict(other)];
    const sums = { one: 0, other: 0, both: 0 };
    const counts = { one: 0, other: 0, both: 0 };
    foldOf.forEach((fold, row) => {
      const heldOutOf = fold === one.fold ? "one" : fold === other.fold ? "other" : "both";
      sums[heldOutOf] += (a[row] - b[row]) ** 2;
      counts[heldOutOf] += 1;
    });
    const mean = (part: keyof typeof sums): number => sums[part] / Math.max(1, counts[part]);
    const unseen = Math.max(0, mean("one") + mean("other") - mean("both"));
    const overall = (sums.one + sums.other + sums.both) / Math.max(1, foldOf.length);
    return (unseen + overall) / 2;
  };
}
