/**
 * A quick polynomial fit, good enough to compare the scales of an output by: full quadratic in a few inputs, without
 * products in many. Its leave-one-out residuals are exact and cost nothing more (Allen, 1974, "PRESS").
 */
import { joined } from "./joined.ts";
import { threadKernels } from "./kernels/layer-kernels.ts";
import { dot, Matrix } from "./matrix.ts";

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
 * @param features features x count, standardised.
 */
export function createTrend(features: Matrix): Trend {
  const directions = orthogonal(computeTerms(features));
  if (directions === null) return { residuals: (values) => values };
  const leverages = new Float64Array(features.columns);
  for (const direction of directions.rowViews())
    for (let row = 0; row < leverages.length; row++) leverages[row] += direction[row] ** 2;
  return {
    residuals: (values) => {
      const residuals = values.slice();
      for (const direction of directions.rowViews()) {
        const share = dot(direction, values);
        for (let row = 0; row < residuals.length; row++) residuals[row] -= share * direction[row];
      }
      return residuals.map((residual, row) => residual / (1 - Math.min(MAX_LEVERAGE, leverages[row])));
    },
  };
}

/** Terms (terms x count) by the inverse of their Cholesky factor: fitted values are projections on them. */
function orthogonal(terms: Matrix): Matrix | null {
  const kernels = threadKernels();
  const mark = kernels.mark();
  const rows = kernels.copyIn(terms);
  const gram = kernels.matrix64(terms.rows, terms.rows);
  kernels.symmetricRankUpdate(rows, gram);
  for (let i = 0; i < gram.rows; i++) {
    const at = i * (gram.stride + 1);
    gram.values[at] += RIDGE_PER_ROW * terms.columns;
  }
  const isSound = kernels.cholesky(gram);
  if (isSound) kernels.solveLower(gram, rows);
  const solvedRows = isSound ? Matrix.copyOf(rows) : null;
  kernels.release(mark);
  return solvedRows;
}

/** Terms x count: the constant, the features, their squares and, where few enough, their products. */
function computeTerms(features: Matrix): Matrix {
  const { rows: width, columns: count } = features;
  const limit = Math.min(MAX_TERMS, Math.floor(count / 3));
  const rows: Float64Array[] = [new Float64Array(count).fill(1)];
  const product = (i: number, j: number): Float64Array => {
    const [a, b] = [features.row(i), features.row(j)];
    return a.map((value, at) => value * b[at]);
  };
  if (1 + width <= limit) rows.push(...features.rowViews());
  if (1 + 2 * width <= limit) for (let i = 0; i < width; i++) rows.push(product(i, i));
  if (1 + 2 * width + (width * (width - 1)) / 2 <= limit) {
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) rows.push(product(i, j));
  }
  return new Matrix(rows.length, count, joined(rows));
}
