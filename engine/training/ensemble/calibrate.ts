/** The error model and the bounds of an output, from out-of-fold predictions. */
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import { Matrix, multiplyTransposed } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import {
  type ErrorModel,
  fitErrorModel,
  type UncertaintySources,
} from "../../models/ensemble/error-model.ts";
import { deviationGrowth, type ExtrapolationModel } from "../../models/ensemble/extrapolation-variance.ts";
import type { MeasuredCovariates } from "../../models/ensemble/heteroscedasticity.ts";
import { squaredDistance, viewRows } from "../../models/extrapolation/nearest-rows.ts";
import { type IndexedReferenceRows, whiten } from "../../models/extrapolation/reference-rows.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { assemble, type OutputModel } from "../../models/targets.ts";
import { type Bounds, computeBounds } from "../calibration/bounds.ts";
import { crossValidatedTruncation } from "../calibration/truncation-error.ts";
import { numberPoints } from "../fit/folds.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";

/** Calibrates the errors and bounds of an output. `choices` has one choice for each of its targets, in their order. */
export type Calibration = (
  output: Pick<EnsembleOutput, "model" | "trainingValues">,
  choices: readonly Choice[],
  extrapolationModel: Pick<ExtrapolationModel, "growth">,
) => { errorModel: ErrorModel; bounds: Bounds; heldOut: HeldOutPredictions };

/** The predictions of the held-out rows by models that were fitted without them, standardised. */
export interface HeldOutPredictions {
  /** Indices into the training rows. */
  rows: Int32Array;
  /** The predictions with one scale of the errors for all folds, rows x size. */
  means: Float64Array;
  /** The variances by the error model, before they grow with the distance; rows x size. */
  variances: Float64Array;
  /** The distances of the rows from the other ones, in spacings. */
  distances: Float64Array;
  /** The errors with folds of equal mean square, truth less prediction, in deviations that grow with the distance; rows x size. */
  scores: Float64Array;
}

/** The held-out rows for which all of an output's targets are predicted. */
interface CalibrationRows {
  /** Indices into the training rows, and positions among the held-out ones. */
  rows: Int32Array;
  positions: Int32Array;
  /** The predictions of each target: with folds of equal mean square, and with one scale of the errors for all folds. */
  means: Float64Array[];
  measuredMeans: Float64Array[];
  sources: UncertaintySources[];
  covariates: MeasuredCovariates;
}

/**
 * Creates the calibration of the outputs of one training.
 *
 * @param trainingData the training data
 * @param rows the held-out rows, as indices into the training rows: the choices have one error for each of them
 * @param referenceRows the rows from which the distance of a new point is measured
 */
export function createCalibration(
  trainingData: TrainingData,
  rows: Int32Array,
  referenceRows: IndexedReferenceRows,
): Calibration {
  const distances = distancesToOthers(referenceRows, trainingData, rows);
  const gatherPredictedRows = (targets: Int32Array, choices: readonly Choice[]): CalibrationRows => {
    const predicted = rowsWhere(rows.length, (at) =>
      choices.every(({ errors }) => Number.isFinite(errors[at])),
    );
    const predictedRows = predicted.map((at) => rows[at]);
    const addErrors = (errors: Float64Array, k: number): Float64Array => {
      const mean = gatherRows(trainingData.targets[targets[k]] ?? errors, 1, predictedRows);
      for (let i = 0; i < mean.length; i++) mean[i] += errors[predicted[i]];
      return mean;
    };
    const means = choices.map(({ errors }, k) => addErrors(errors, k));
    const measuredMeans = choices.map(({ measuredErrors }, k) => addErrors(measuredErrors, k));
    const sources = choices.map(({ variances, disagreement }) => ({
      variance: gatherRows(variances, 1, predicted),
      disagreement: gatherRows(disagreement, 1, predicted),
    }));
    const mean = means[0] ?? new Float64Array(predictedRows.length);
    const inputs = trainingData.inputs.gatherColumns(predictedRows);
    const points = new Set(numberPoints(inputs)).size;
    const covariates = {
      inputs,
      mean,
      isRepeated: points <= predictedRows.length / 2,
    };
    return { rows: predictedRows, positions: predicted, means, measuredMeans, sources, covariates };
  };

  // Many scalar outputs share their targets: the rows are gathered once for each array of targets.
  const rowsByTargets = new Map<Int32Array, CalibrationRows>();
  return ({ model, trainingValues }, choices, { growth }) => {
    const gathered = rowsByTargets.get(model.targets) ?? gatherPredictedRows(model.targets, choices);
    rowsByTargets.set(model.targets, gathered);
    const predicted = assemble(model, gathered.means, gathered.rows.length);
    const errors = gatherRows(trainingValues, model.size, gathered.rows);
    for (let at = 0; at < errors.length; at++) errors[at] -= predicted[at];
    addTruncationErrors(errors, model, trainingValues, gathered.rows);
    const { errorModel, variances } = fitErrorModel(model, errors, gathered.sources, gathered.covariates);
    const rowDistances = gatherRows(distances, 1, gathered.positions);
    const growths = rowDistances.map((distance) => deviationGrowth(growth, distance));
    const scores = errors.map(
      (error, at) => error / Math.sqrt(variances[at]) / growths[Math.floor(at / model.size)],
    );
    // Each truncation error is part of both predictions.
    const measured = assemble(model, gathered.measuredMeans, gathered.rows.length);
    const means = gatherRows(trainingValues, model.size, gathered.rows).map(
      (truth, at) => truth - errors[at] + measured[at] - predicted[at],
    );
    return {
      errorModel,
      bounds: computeBounds(scores, model.size, countUnits(trainingData, gathered.rows)),
      heldOut: { rows: gathered.rows, means, variances, distances: rowDistances, scores },
    };
  };
}

/**
 * The distance of each of some training rows to the nearest reference row that is not left out with it, in spacings of that
 * reference row, as `dataDistances` measures it for a new point. A row is left out with its group or its levels, or alone where
 * there are none.
 *
 * @param rows indices into the training rows.
 * @returns one distance a row; 1, the distance at which a new row is to be expected, where no other row is left.
 */
export function distancesToOthers(
  referenceRows: IndexedReferenceRows,
  { inputs, groups, leftOut, folds }: TrainingData,
  rows: Int32Array,
): Float64Array {
  const { whitening, spacings, indices } = referenceRows;
  const referencePoints = viewRows(referenceRows);
  const whitened = whiten(whitening, inputs.gatherColumns(rows).transposed());
  const getUnit = (row: number): number => groups?.[row] ?? row;
  const referenceUnits = indices.map(getUnit);
  // Rows that a fold leaves out together, as whether each reference row is among them.
  const isLeftOutByFold = leftOut?.map((leftOutRows) => {
    const leftOutSet = new Set(leftOutRows);
    return Uint8Array.from(indices, (row) => Number(leftOutSet.has(row)));
  });
  return Float64Array.from(rows, (row, i) => {
    const unit = getUnit(row);
    const isLeftOut = isLeftOutByFold?.[folds[row]];
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < spacings.length; k++) {
      if (referenceUnits[k] === unit || isLeftOut?.[k] === 1) continue;
      const square = squaredDistance(referencePoints, k, whitened, i) / spacings[k] ** 2;
      if (square < least) least = square;
    }
    return Number.isFinite(least) ? Math.sqrt(least) : 1;
  });
}

/** Counts the rows that are independent of each other: the groups, or all rows where none are grouped. */
export const countUnits = ({ groups }: Pick<TrainingData, "groups">, rows: Int32Array): number =>
  groups === undefined ? rows.length : new Set(rows.map((row) => groups[row])).size;

/**
 * Replaces the truncation errors of these rows, from which the principal components were computed, by cross-validated ones,
 * which are as large as those of new rows.
 */
function addTruncationErrors(
  errors: Float64Array,
  model: OutputModel,
  trainingValues: Float64Array,
  rows: Int32Array,
): void {
  const { size, targets } = model;
  const values = new Matrix(trainingValues.length / size, size, trainingValues);
  const random = createRandom(values.rows, size);
  const crossValidated = crossValidatedTruncation(values, targets.length, random);
  if (crossValidated === null) return;
  const ownErrors = truncationErrors(model, values);
  rows.forEach((row, i) => {
    for (let j = 0; j < size; j++)
      errors[i * size + j] = errors[i * size + j] + crossValidated.at(row, j) - ownErrors.at(row, j);
  });
}

/**
 * Computes the truncation errors: subtracts from each row its projection on the output's principal components, rows x
 * size.
 */
function truncationErrors({ basis, size, targets }: OutputModel, values: Matrix): Matrix {
  const directions = new Matrix(targets.length, size, basis);
  const scores = multiplyTransposed(values, directions);
  const residuals = new Matrix(values.rows, size, values.values.slice());
  for (let k = 0; k < directions.rows; k++) {
    const direction = directions.row(k);
    const square = direction.reduce((sum, value) => sum + value * value, 0);
    for (let i = 0; i < residuals.rows; i++) {
      const share = scores.at(i, k) / (square || 1);
      const row = residuals.row(i);
      for (let j = 0; j < size; j++) row[j] -= share * direction[j];
    }
  }
  return residuals;
}

/** Computes the variance of the standardised output that a target stands for, summed over the components. */
export function computeStrength({ basis, size }: OutputModel, target: number): number {
  return basis.subarray(target * size, (target + 1) * size).reduce((sum, value) => sum + value * value, 0);
}
