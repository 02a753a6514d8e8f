/** Few targets for many values: scalars as they are, curves and large numbers of scalars by their principal components. */
import { gatherRows } from "../../dataset/table.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { multiplyTransposed } from "../../math/products.ts";
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
  const reduced = yield* reduceMatrix(values, model.size, collection, maxTargets, random);
  model.targets = reduced.targets;
  model.basis = reduced.basis;
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
  const matrix = new Float64Array(rows * varied.length);
  varied.forEach(({ values }, column) => {
    for (let row = 0; row < rows; row++) matrix[row * varied.length + column] = values[row];
  });
  const { targets, basis, truncationVariance } = yield* reduceMatrix(
    matrix,
    varied.length,
    collection,
    maxTargets,
    random,
  );
  varied.forEach(({ model }, column) => {
    model.targets = targets;
    model.basis = Float64Array.from(targets, (_, at) => basis[at * varied.length + column]);
    model.truncationVariance = Float64Array.of(truncationVariance[column]);
  });
}

function* reduceMatrix(
  values: Float64Array,
  size: number,
  collection: TargetCollection,
  maxTargets: number,
  random: Random,
): Generator<undefined, { targets: Int32Array; basis: Float64Array; truncationVariance: Float64Array }> {
  const { rows } = collection;
  const chosen = rows.filter((_, at) => at % Math.ceil(rows.length / MAX_ROWS) === 0);
  const data = gatherRows(values, size, chosen);
  const components = yield* principalComponents(data, chosen.length, size, maxTargets, KEPT_VARIANCE, random);
  const { count, basis } = components;
  const first = collection.varianceShares.length;
  const total = components.strengths.reduce((sum, strength) => sum + strength, 0) || 1;
  const truncationVariance = new Float64Array(size);
  const training = project(gatherRows(values, size, rows), basis, rows.length, size, count);
  const scaled = basis.slice();
  for (let k = 0; k < count; k++) {
    const scores = training.subarray(k * rows.length, (k + 1) * rows.length);
    const deviation = Math.sqrt(scores.reduce((sum, score) => sum + score * score, 0) / rows.length) || 1;
    for (let j = k * size; j < (k + 1) * size; j++) scaled[j] *= deviation;
    collection.targets.push(scores.map((score) => score / deviation));
    collection.varianceShares.push(components.strengths[k] / total);
  }
  for (let j = 0; j < size; j++) {
    let keptVariance = 0;
    let totalVariance = 0;
    for (let k = 0; k < count; k++) keptVariance += scaled[k * size + j] ** 2;
    for (let i = 0; i < chosen.length; i++) totalVariance += data[i * size + j] ** 2 / chosen.length;
    truncationVariance[j] = Math.max(0, totalVariance - keptVariance);
  }
  return {
    targets: Int32Array.from({ length: count }, (_, k) => first + k),
    basis: scaled,
    truncationVariance,
  };
}

/** Scores (count x rows) of data (rows x size) along the basis (count x size). */
function project(
  data: Float64Array,
  basis: Float64Array,
  rows: number,
  size: number,
  count: number,
): Float64Array {
  const scores = new Float64Array(count * rows);
  multiplyTransposed(basis, data, scores, count, rows, size);
  return scores;
}
