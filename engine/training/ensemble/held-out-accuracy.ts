/** Accuracies by cross-validation, in the output's own unit as on validation rows. */
import { gatherRows, rowsWhere, thinRows } from "../../dataset/table.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { accuracyOf } from "../accuracy.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";

/** Values that one accuracy is measured on: rows times components. */
const MAX_VALUES = 50_000;
const MIN_ROWS = 100;

/**
 * The coefficient of determination of out-of-fold predictions of an output; null without predictions.
 * @param targets one array a target: the output names its own.
 * @param rows held-out rows, as indices into the training rows.
 * @param errors of each of the output's targets at those rows: prediction less truth, NaN without a prediction.
 */
export function heldOutAccuracy(
  { model, trainingValues }: Pick<EnsembleOutput, "model" | "trainingValues">,
  targets: readonly Float64Array[],
  rows: Int32Array,
  errors: readonly (Float64Array | undefined)[],
): number | null {
  const { size } = model;
  const isPredicted = new Uint8Array(rows.length).fill(1);
  for (const each of errors)
    for (let at = 0; at < isPredicted.length; at++) if (!Number.isFinite(each?.[at])) isPredicted[at] = 0;
  const predicted = rowsWhere(rows.length, (at) => isPredicted[at] === 1);
  const positions = thinRows(predicted, Math.max(MIN_ROWS, Math.floor(MAX_VALUES / size)));
  if (positions.length === 0) return null;
  const own = positions.map((at) => rows[at]);
  const predictions = errors.map((each, k) => {
    const values = gatherRows(targets[model.targets[k]] ?? new Float64Array(0), 1, own);
    for (let i = 0; i < values.length; i++) values[i] += each?.[positions[i]] ?? 0;
    return values;
  });
  const inOwnUnit = (value: number, at: number): number => toOutput(model, at % size, value);
  const mean = assemble(model, predictions, own.length).map(inOwnUnit);
  const truth = gatherRows(trainingValues, size, own).map(inOwnUnit);
  const prediction = { mean, lower: mean, upper: mean };
  return accuracyOf(truth, prediction, size, fallbackOf(model)).coefficientOfDetermination;
}
