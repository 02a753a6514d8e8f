/** Accuracies by cross-validation, in the output's own unit as on validation rows. */
import { gatherRows, rowsWhere, thinRows } from "../../dataset/table.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { measureAccuracy } from "../accuracy.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";

/** One accuracy is measured on at most this many values, rows times components. */
const MAX_VALUES = 50_000;
const MIN_ROWS = 100;

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
export function heldOutAccuracy(
  { model, trainingValues }: Pick<EnsembleOutput, "model" | "trainingValues">,
  targets: readonly Float64Array[],
  rows: Int32Array,
  errors: readonly (Float64Array | undefined)[],
): number | null {
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
  const mean = assemble(model, predictions, measuredRows.length).map(toOwnUnit);
  const truth = gatherRows(trainingValues, size, measuredRows).map(toOwnUnit);
  const prediction = { mean, lower: mean, upper: mean };
  return measureAccuracy(truth, prediction, size, fallbackOf(model)).coefficientOfDetermination;
}
