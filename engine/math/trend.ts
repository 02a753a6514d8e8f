/**
 * A quick polynomial fit, good enough to compare the scales of an output by: full quadratic in a few inputs, without
 * products in many. Its leave-one-out residuals are exact and cost nothing more (Allen, 1974, "PRESS").
 */
import { contentsOf, fill } from "./kernels/arena.ts";
import { threadKernels } from "./kernels/layer-kernels.ts";

const MAX_TERMS = 120;
/** The ridge, as a share of the number of rows, against singular sums of few-valued inputs. */
const RIDGE_PER_ROW = 1e-6;
const MAX_LEVERAGE = 0.999;

export interface Trend {
  /** Computes the leave-one-out residuals of values, one a row. */
  residuals(values: Float64Array): Float64Array;
}

/**
 * Prepares a regression on the constant, the features, their squares and, where few enough, their products.
 * @param features features x count, feature-major, standardised.
 */
export function createTrend(features: Float64Array, width: number, count: number): Trend {
  const terms = computeTerms(features, width, count);
  const size = terms.length / count;
  const directions = orthogonal(terms, size, count);
  if (directions === null) return { residuals: (values) => values };
  const leverages = new Float64Array(count);
  for (let i = 0; i < size; i++)
    for (let row = 0; row < count; row++) leverages[row] += directions[i * count + row] ** 2;
  return {
    residuals: (values) => {
      const residuals = values.slice();
      for (let i = 0; i < size; i++) {
        const direction = directions.subarray(i * count, (i + 1) * count);
        let share = 0;
        for (let row = 0; row < count; row++) share += direction[row] * values[row];
        for (let row = 0; row < count; row++) residuals[row] -= share * direction[row];
      }
      for (let row = 0; row < count; row++) residuals[row] /= 1 - Math.min(MAX_LEVERAGE, leverages[row]);
      return residuals;
    },
  };
}

/** Terms (size x count) by the inverse of their Cholesky factor: fitted values are projections on them. */
function orthogonal(terms: Float64Array, size: number, count: number): Float64Array | null {
  const kernels = threadKernels();
  const mark = kernels.mark();
  const rows = kernels.matrix64(size, count);
  fill(rows, terms);
  const gram = kernels.matrix64(size, size);
  kernels.symmetricRankUpdate(rows, gram);
  for (let i = 0; i < size; i++) {
    const at = i * (gram.stride + 1);
    gram.values[at] += RIDGE_PER_ROW * count;
  }
  const isSound = kernels.cholesky(gram);
  if (isSound) kernels.solveLower(gram, rows);
  const solvedRows = isSound ? contentsOf(rows) : null;
  kernels.release(mark);
  return solvedRows;
}

/** Terms x count: the constant, the features, their squares and, where few enough, their products. */
function computeTerms(features: Float64Array, width: number, count: number): Float64Array {
  const limit = Math.min(MAX_TERMS, Math.floor(count / 3));
  const rows: Float64Array[] = [new Float64Array(count).fill(1)];
  const feature = (i: number): Float64Array => features.subarray(i * count, (i + 1) * count);
  const product = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, at) => value * b[at]);
  if (1 + width <= limit) for (let i = 0; i < width; i++) rows.push(feature(i));
  if (1 + 2 * width <= limit) for (let i = 0; i < width; i++) rows.push(product(feature(i), feature(i)));
  if (1 + 2 * width + (width * (width - 1)) / 2 <= limit) {
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) rows.push(product(feature(i), feature(j)));
  }
  const terms = new Float64Array(rows.length * count);
  rows.forEach((row, at) => {
    terms.set(row, at * count);
  });
  return terms;
}
