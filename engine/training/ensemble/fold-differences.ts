import type { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
import type { FoldModel } from "./candidates.ts";
import type { ModelDifference } from "./fold-weights.ts";

/**
 * Creates a function that estimates the mean squared difference between two fold models at unseen points.
 *
 * Every training row was used in one fit or in both, and having used a row adds to the squared difference there. The
 * mean over the rows held out of the first fit, plus that over the rows held out of the second, less that over the
 * rows used in both, estimates the difference at rows of neither. This is too large where both fits follow the same
 * noise, and the mean over all rows is too small: the result is the middle of the two.
 *
 * @param trainingData the training data
 * @param rows the rows that some fold holds out, as indices into the training rows
 * @param foldOf the fold that holds out each of these rows
 * @param getEvaluator returns the evaluator of a model
 * @returns the mean squared difference, in units of the target's variance
 */
export function foldDifferences(
  trainingData: TrainingData,
  rows: Int32Array,
  foldOf: Uint8Array,
  getEvaluator: ReturnType<typeof evaluatorCache>,
): ModelDifference {
  const predictionsByModel = new WeakMap<object, Float64Array[]>();
  const predict = ({ model, output }: FoldModel): Float64Array => {
    let predictions = predictionsByModel.get(model.model);
    if (predictions === undefined) {
      predictions = getEvaluator(model).means(inputsAt(trainingData, rows), rows.length);
      predictionsByModel.set(model.model, predictions);
    }
    return predictions[output] ?? new Float64Array(rows.length);
  };

  return (firstModel, secondModel) => {
    const [a, b] = [predict(firstModel), predict(secondModel)];
    const sums = { one: 0, other: 0, both: 0 };
    const counts = { one: 0, other: 0, both: 0 };
    foldOf.forEach((fold, row) => {
      const part = fold === firstModel.fold ? "one" : fold === secondModel.fold ? "other" : "both";
      sums[part] += (a[row] - b[row]) ** 2;
      counts[part] += 1;
    });
    const mean = (part: keyof typeof sums): number => sums[part] / Math.max(1, counts[part]);
    const unseen = Math.max(0, mean("one") + mean("other") - mean("both"));
    const overall = (sums.one + sums.other + sums.both) / Math.max(1, foldOf.length);
    return (unseen + overall) / 2;
  };
}
