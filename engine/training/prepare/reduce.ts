/** Few targets for many values: scalars as they are, curves and large numbers of scalars by their principal components. */
import { gatherRows } from "../../dataset/table.ts";
import { Matrix, multiplyTransposed } from "../../math/matrix.ts";
import { principalComponents } from "../../math/principal-components.ts";
import type { Random } from "../../math/random.ts";
import type { Standardised } from "./standardise.ts";

/** The components keep at least this share of the variance over the training rows. */
const KEPT_VARIANCE = 0.999999;
/** Rows from which the components are computed. */
const MAX_ROWS = 2000;

export interface TargetCollection {
  /** The rows that are trained on. */
  rows: Int32Array;
  /** One array of a value a row for every target. */
  targets: Float64Array[];
  /** The share of each target in its output's variance. */
  varianceShares: number[];
}

/** Fills in the model's targets and basis, and adds the targets' values to the collection. */
export function* reduceCurve(
  output: Standardised,
  collection: TargetCollection,
  maxTargets: number,
  random: Random,
): Generator<undefined, void> {
  const { model, values } = output;
  if (model.size === 1) {
    if (model.deviations[0] === 0) return;
    model.targets = Int32Array.of(collection.varianceShares.length);
    model.basis = Float64Array.of(1);
    collection.targets.push(gatherRows(values, 1, collection.rows));
    collection.varianceShares.push(1);
    return;
  }
  const reduced = yield* reduceMatrix(
    new Matrix(values.length / model.size, model.size, values),
    collection,
    maxTargets,
    random,
  );
  model.targets = reduced.targets;
  model.basis = reduced.basis.values;
  model.truncationVariance = reduced.truncationVariance;
}

/** Reduces many scalars at once, which then share their targets. */
export function* reduceScalars(
  outputs: readonly Standardised[],
  collection: TargetCollection,
  maxTargets: number,
  random: Random,
): Generator<undefined, void> {
  const varied = outputs.filter(({ model }) => model.deviations[0] > 0);
  if (varied.length === 0) return;
  const rows = varied[0]?.values.length ?? 0;
  const matrix = new Matrix(rows, varied.length);
  varied.forEach(({ values }, column) => {
    for (let row = 0; row < rows; row++) matrix.set(row, column, values[row]);
  });
  const { targets, basis, truncationVariance } = yield* reduceMatrix(matrix, collection, maxTargets, random);
  varied.forEach(({ model }, column) => {
    model.targets = targets;
    model.basis = basis.column(column);
    model.truncationVariance = Float64Array.of(truncationVariance[column]);
  });
}

/** @param values one row a row of the table */
function* reduceMatrix(
  values: Matrix,
  collection: TargetCollection,
  maxTargets: number,
  random: Random,
): Generator<undefined, { targets: Int32Array; basis: Matrix; truncationVariance: Float64Array }> {
  const { rows } = collection;
  const chosen = rows.filter((_, at) => at % Math.ceil(rows.length / MAX_ROWS) === 0);
  const data = values.gatherRows(chosen);
  const { basis, strengths } = yield* principalComponents(data, maxTargets, KEPT_VARIANCE, random);
  const first = collection.varianceShares.length;
  const total = strengths.reduce((sum, strength) => sum + strength, 0) || 1;
  // The basis is orthonormal: the scores are the projections on it, one row a component.
  const scores = multiplyTransposed(basis, values.gatherRows(rows));
  strengths.forEach((strength, k) => {
    const row = scores.row(k);
    const deviation = Math.sqrt(row.reduce((sum, score) => sum + score * score, 0) / rows.length) || 1;
    const direction = basis.row(k);
    for (let j = 0; j < direction.length; j++) direction[j] *= deviation;
    collection.targets.push(row.map((score) => score / deviation));
    collection.varianceShares.push(strength / total);
  });
  const truncationVariance = new Float64Array(values.columns);
  for (let j = 0; j < truncationVariance.length; j++) {
    let keptVariance = 0;
    let totalVariance = 0;
    for (let k = 0; k < basis.rows; k++) keptVariance += basis.at(k, j) ** 2;
    for (let i = 0; i < data.rows; i++) totalVariance += data.at(i, j) ** 2 / data.rows;
    truncationVariance[j] = Math.max(0, totalVariance - keptVariance);
  }
  return {
    targets: Int32Array.from({ length: basis.rows }, (_, k) => first + k),
    basis,
    truncationVariance,
  };
}
