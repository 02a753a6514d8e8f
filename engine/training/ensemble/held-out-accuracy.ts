/** Accuracies by cross-validation, in the output's own unit. */
import { gatherRows, rowsWhere, thinRows } from "../../dataset/table.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { measureAccuracy } from "../prepare/accuracy.ts";
import type { EnsembleAccuracy, EnsembleOutput } from "./ensemble-data.ts";

/** One accuracy is measured on at most this many values, rows times components. */
const MAX_VALUES = 50_000;
const MIN_ROWS = 100;

type Output = Pick<EnsembleOutput, "model" | "trainingValues">;

/**
 * Computes the coefficient of determination of out-of-fold predictions of an output, in its own unit.
 *
 * @param output the model of the output, and its standardised values at the training rows, rows x size
 * @param targets the values of every target at the training rows; the output names its own ones
 * @param rows the held-out rows, as indices into the training rows
 * @param errors the errors of each of the output's targets at those rows: prediction less truth, NaN without a
 * prediction
 * @returns R²; null where no row is predicted
 */
export const heldOutAccuracy = (
  output: Output,
  targets: readonly Float64Array[],
  rows: Int32Array,
  errors: readonly (Float64Array | undefined)[],
): number | null => measureHeldOut(output, targets, rows, errors)?.coefficientOfDetermination ?? null;

/**
 * Computes the accuracy of out-of-fold predictions, as the mean over the outputs.
 *
 * @param outputs at least one
 * @param errorsOf computes the errors of a target at the held-out rows
 */
export function meanHeldOutAccuracy(
  outputs: readonly Output[],
  targets: readonly Float64Array[],
  rows: Int32Array,
  errorsOf: (target: number) => Float64Array,
): EnsembleAccuracy {
  let determination = 0;
  let loss = 0;
  for (const output of outputs) {
    const errors = Array.from(output.model.targets, errorsOf);
    const measured = measureHeldOut(output, targets, rows, errors);
    determination += measured?.coefficientOfDetermination ?? 0;
    loss += measured?.loss ?? 1;
  }
  return { coefficientOfDetermination: determination / outputs.length, loss: loss / outputs.length };
}

function measureHeldOut(
  { model, trainingValues }: Output,
  targets: readonly Float64Array[],
  rows: Int32Array,
  errors: readonly (Float64Array | undefined)[],
): EnsembleAccuracy | null {
  const { size } = model;
  const isPredicted = new Uint8Array(rows.length).fill(1);
  for (const targetErrors of errors)
    for (let at = 0; at < isPredicted.length; at++)
      if (!Number.isFinite(targetErrors?.[at])) isPredicted[at] = 0;
  const predicted = rowsWhere(rows.length, (at) => isPredicted[at] === 1);
  const positions = thinRows(predicted, Math.max(MIN_ROWS, Math.floor(MAX_VALUES / size)));
  if (positions.length === 0) return null;
  const measuredRows = positions.map((at) => rows[at]);
  const predictions = errors.map((targetErrors, k) => {
    const values = gatherRows(targets[model.targets[k]] ?? new Float64Array(0), 1, measuredRows);
    for (let i = 0; i < values.length; i++) values[i] += targetErrors?.[positions[i]] ?? 0;
    return values;
  });
  const toOwnUnit = (value: number, at: number): number => toOutput(model, at % size, value);
  const standardisedMean = assemble(model, predictions, measuredRows.length);
  const standardisedTruth = gatherRows(trainingValues, size, measuredRows);
  const mean = standardisedMean.map(toOwnUnit);
  const prediction = { mean, lower: mean, upper: mean };
  const { coefficientOfDetermination } = measureAccuracy(
    standardisedTruth.map(toOwnUnit),
    prediction,
    size,
    fallbackOf(model),
  );
  return { coefficientOfDetermination, loss: limitedMeanSquare(standardisedMean, standardisedTruth) };
}

/** A larger loss says no more. */
const MAX_LOSS = 1e12;

/** Computes the mean squared difference of two arrays, at most `MAX_LOSS`. */
export function limitedMeanSquare(values: Float64Array, truth: Float64Array): number {
  const squares = values.reduce((sum, value, at) => sum + (value - truth[at]) ** 2, 0);
  return Math.min(squares / values.length, MAX_LOSS);
}
