/**
 * Predictions of rows that were used neither for the process nor for its hyperparameters. Hyperparameters that were fitted with
 * a row depend on it, with few rows strongly: leaving the row out without fitting them again underestimates the error on new
 * rows (Cawley and Talbot, 2010, "On over-fitting in model selection").
 */

import { rowsWhere } from "../../dataset/table.ts";
import { minimise, type Objective } from "../../math/lbfgs.ts";
import type { LeftOutPart } from "../../math/left-out-rows.ts";
import type { Random } from "../../math/random.ts";
import type { TargetPrediction } from "../fit-task.ts";
import { packDiscontinuities } from "./discontinuities.ts";
import type { EvaluationLog } from "./evaluation-log.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Likelihood } from "./likelihood.ts";
import { pickRows, type Rows } from "./model/rows.ts";
import { computePosterior } from "./posterior.ts";
import { createGaussianPredictor } from "./predictor.ts";
import { type Hyperparameters, likelihoodOf, type SearchContext } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

/** Up to so many rows there are ten folds, so that the rows outside a fold fit nearly as well as all; five beyond. */
const TEN_FOLD_ROWS = 250;
/** With more rows, single rows change the hyperparameters less, so the refits are shorter; with more than MAX_ROWS there are none. */
const LONG_REFIT_ROWS = 500;
const MAX_ROWS = 1200;
/** Evaluations of the likelihood in one refit, and the gain of three steps that ends them. */
const LONG_REFIT_EFFORT = { evaluations: 40, tolerance: 0.02 };
const SHORT_REFIT_EFFORT = { evaluations: 15, tolerance: 0.1 };
/** Bounds of the correction of the variance: measured by cross-validation, and estimated. */
const MAX_VARIANCE_FACTOR = 4;
const MAX_OPTIMISM = 2;

/** Tells whether hyperparameters are fitted again with so many rows. */
export const hasRefits = (count: number): boolean => count <= MAX_ROWS;

/** Evaluations of the likelihood at most: of the rows outside a fold, of all folds together; and of all rows before. */
export const refitEvaluations = (count: number): { ofFolds: number; ofAllRows: number } => {
  if (!hasRefits(count)) return { ofFolds: 0, ofAllRows: 0 };
  const { evaluations } = effortFor(count);
  return { ofFolds: foldsFor(count) * evaluations, ofAllRows: evaluations };
};

const foldsFor = (count: number): number => Math.min(count, count > TEN_FOLD_ROWS ? 5 : 10);

const effortFor = (count: number) => (count > LONG_REFIT_ROWS ? SHORT_REFIT_EFFORT : LONG_REFIT_EFFORT);

/**
 * The result of a cross-validation, for merged rows. The variances, and those of the model, are to be multiplied by
 * `varianceFactor`.
 */
export interface CrossValidated {
  heldOut: TargetPrediction;
  varianceFactor: number;
}

/**
 * Each row predicted from all others, with hyperparameters that were fitted again, starting at the point, without the rows of
 * its fold. The variances are scaled to the signal variance of the rows outside the fold.
 * @param fullLikelihood the likelihood of all rows; its state is overwritten.
 * @returns null where there are too many rows, or a stop was requested.
 */
export function* crossValidate(
  rows: Rows,
  { spec, layout }: Hyperparameters,
  point: Float64Array,
  fullLikelihood: Likelihood,
  context: SearchContext,
): Generator<undefined, CrossValidated | null> {
  const { kernels, random } = context;
  const { count } = rows;
  if (!hasRefits(count)) return null;
  const order = random.permutation(count);
  const mean = new Float64Array(count);
  const variance = new Float64Array(count);
  const folds = foldsFor(count);
  for (let fold = 0; fold < folds; fold++) {
    const heldOutRows = order.filter((_, at) => at % folds === fold);
    const trainingRows = pickRows(rows, order.filter((_, at) => at % folds !== fold).sort());
    const mark = kernels.mark();
    try {
      const likelihood = likelihoodOf(
        trainingRows,
        spec,
        layout,
        createWorkspace(kernels, trainingRows.count),
      );
      const refitted = yield* refit(likelihood, point, count, context);
      if (context.stopRequested()) return null;
      const isSound = Number.isFinite(yield* likelihood.evaluate(refitted, null));
      if (!isSound || !Number.isFinite(yield* fullLikelihood.evaluate(refitted, null))) return null;
      const share = likelihood.state.signalVariance / fullLikelihood.state.signalVariance;
      const predicted = leaveOneOut(rows, fullLikelihood.state);
      for (const row of heldOutRows) {
        mean[row] = predicted.mean[row];
        variance[row] = share * predicted.variance[row];
      }
    } finally {
      kernels.release(mark);
    }
  }
  const varianceFactor = computeVarianceFactor(rows, mean, variance, order);
  return { heldOut: { mean, variance }, varianceFactor };
}

/**
 * Predicts the rows of each part by a process of the rows that are not left out with it, with hyperparameters that are fitted
 * again without these where the rows are few enough. A row of no part keeps the mean of the rows as its prediction.
 * @param parts the rows that are left out together, and those of them that are predicted
 * @param refits whether hyperparameters are fitted again
 */
export function* crossValidateParts(
  rows: Rows,
  { parts, refits }: { parts: readonly LeftOutPart[]; refits: boolean },
  { spec, layout }: Hyperparameters,
  point: Float64Array,
  context: SearchContext,
): Generator<undefined, CrossValidated> {
  const { kernels } = context;
  const { count } = rows;
  const mean = new Float64Array(count);
  const variance = new Float64Array(count).fill(1);
  for (const { leftOut, predicted } of parts) {
    const isLeftOut = new Set(leftOut);
    const remaining = pickRows(
      rows,
      rowsWhere(count, (row) => !isLeftOut.has(row)),
    );
    const mark = kernels.mark();
    try {
      const likelihood = likelihoodOf(remaining, spec, layout, createWorkspace(kernels, remaining.count));
      const fitted =
        refits && hasRefits(count) && !context.stopRequested()
          ? yield* refit(likelihood, point, count, context)
          : point;
      // Without a process the prediction is the mean of the rows.
      if (!Number.isFinite(yield* likelihood.evaluate(fitted, null))) continue;
      const model = yield* computePosterior(likelihood, fitted, kernels);
      const { predict } = createGaussianPredictor({ ...model, discontinuities: packDiscontinuities([]) });
      const prediction = predict(rows.inputs.gatherColumns(predicted));
      predicted.forEach((row, at) => {
        mean[row] = prediction.mean[at];
        variance[row] = prediction.variance[at];
      });
    } finally {
      kernels.release(mark);
    }
  }
  const predictedRows = Int32Array.from(parts.flatMap(({ predicted }) => [...predicted]));
  const varianceFactor = computeVarianceFactor(rows, mean, variance, predictedRows);
  return { heldOut: { mean, variance }, varianceFactor };
}

/** Divides rows into parts that are left out together, whole groups at random. @param groups the number of each row's group */
export function groupParts(groups: Int32Array, random: Random): LeftOutPart[] {
  const numbers = Array.from(new Set(groups));
  const folds = foldsFor(numbers.length);
  const order = random.permutation(numbers.length);
  const foldByGroup = new Map(Array.from(order, (at, position) => [numbers[at], position % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const predicted = rowsWhere(groups.length, (row) => foldByGroup.get(groups[row]) === fold);
    return { leftOut: predicted, predicted };
  });
}

/**
 * Fits the hyperparameters again, from a point.
 * @param likelihood of all rows or of some
 * @param count of all rows, which decides on the effort
 * @returns the best point found
 */
export function* refit(
  likelihood: Likelihood,
  point: Float64Array,
  count: number,
  { evaluationLog, stopRequested }: SearchContext,
): Generator<undefined, Float64Array> {
  const objective = loggedObjective(likelihood, evaluationLog);
  return (yield* minimise(objective, point, { ...effortFor(count), patience: 3, stopRequested })).point;
}

/** Evaluations of a likelihood that a resumed fit does not repeat. */
function loggedObjective(likelihood: Likelihood, evaluationLog: EvaluationLog): Objective {
  return function* (at, gradient) {
    const entry = yield* evaluationLog.replay(function* () {
      const value = yield* likelihood.evaluate(at, gradient);
      return Float64Array.of(value, ...gradient);
    });
    gradient.set(entry.subarray(1));
    return entry[0];
  };
}

/** By how much the squared errors of the predicted rows exceed their variances; 1 where none is predicted. */
function computeVarianceFactor(
  { targets }: Rows,
  mean: Float64Array,
  variance: Float64Array,
  predictedRows: Int32Array,
): number {
  const squares = Float64Array.from(predictedRows, (row) => (targets[row] - mean[row]) ** 2 / variance[row]);
  const meanSquare = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length);
  return Math.min(MAX_VARIANCE_FACTOR, Math.max(1, meanSquare));
}

/**
 * Corrects leave-one-out predictions with the hyperparameters of all rows, which are a little better than predictions of new
 * rows: the squared errors and the variances are raised by twice the hyperparameters over the rows (after Akaike, 1974).
 */
export function correctForOptimism(
  rows: Rows,
  { layout }: Hyperparameters,
  leaveOneOutPrediction: TargetPrediction,
): CrossValidated {
  const varianceFactor = Math.min(MAX_OPTIMISM, 1 + (2 * layout.size) / rows.total);
  const mean = leaveOneOutPrediction.mean.map((value, row) => {
    const target = rows.targets[row];
    return target + Math.sqrt(varianceFactor) * (value - target);
  });
  return { heldOut: { mean, variance: leaveOneOutPrediction.variance }, varianceFactor };
}
