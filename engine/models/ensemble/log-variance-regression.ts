/**
 * Regression of the logarithm of the variance on some terms by Fisher's scoring, with a Laplace likelihood of the errors and a
 * ridge penalty.
 */
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import { factorise, solve } from "../../math/cholesky.ts";
import { Matrix } from "../../math/matrix.ts";

const MAX_STEPS = 20;
/** A step that changes every coefficient by less ends the fit. */
const MIN_STEP = 1e-3;

/** Some of the rows, and what is the same at every step of a fit to them. */
export interface RegressionRows {
  /** rows x terms. */
  design: Matrix;
  sizes: Float64Array;
  /** Sums of the terms, and the covariance of the terms times a quarter of the rows (lower triangle). */
  sums: Float64Array;
  curvature: Matrix;
}

export function createRegressionRows(
  design: Matrix,
  sizes: Float64Array,
  isUsed: (row: number) => boolean,
): RegressionRows {
  const rows = rowsWhere(sizes.length, isUsed);
  const usedDesign = design.gatherRows(rows);
  const size = design.columns;
  const sums = new Float64Array(size);
  const curvature = new Matrix(size, size);
  for (const terms of usedDesign.rowViews()) {
    for (let j = 0; j < size; j++) {
      sums[j] += terms[j];
      const products = curvature.row(j);
      for (let k = 0; k <= j; k++) products[k] += terms[j] * terms[k];
    }
  }
  for (let j = 0; j < size; j++) {
    const products = curvature.row(j);
    for (let k = 0; k <= j; k++) products[k] = (products[k] - (sums[j] * sums[k]) / rows.length) / 4;
  }
  return { design: usedDesign, sizes: gatherRows(sizes, 1, rows), sums, curvature };
}

/**
 * If the model is right, the curvature of the loss is the covariance of the terms, so one Cholesky factor serves all steps.
 * The loss is convex: a linear function plus the logarithm of a sum of exponentials.
 * @returns the coefficients.
 */
export function fitLogVariance(rows: RegressionRows, penalty: number, start: Float64Array): Float64Array {
  const { rows: size, values } = rows.curvature;
  const curvature = new Matrix(
    size,
    size,
    values.map((value, at) => (at % (size + 1) === 0 ? value + penalty : value)),
  );
  let coefficients = start;
  let here = lossAndGradient(rows, penalty, coefficients);
  const factor = factorise(curvature);
  if (factor === null) return coefficients;
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = here.gradient.map((value) => -value);
    solve(factor, move);
    const longest = move.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    if (!(longest >= MIN_STEP)) break;
    let stepLength = Math.min(1, 1 / longest);
    let [next, there] = [coefficients, here];
    do {
      next = coefficients.map((value, j) => value + stepLength * move[j]);
      there = lossAndGradient(rows, penalty, next);
      stepLength /= 2;
    } while (!(there.loss <= here.loss) && stepLength * longest >= MIN_STEP);
    if (!(there.loss <= here.loss)) break;
    [coefficients, here] = [next, there];
  }
  return coefficients;
}

/** The penalised loss and its gradient. */
function lossAndGradient(
  { design, sizes, sums }: RegressionRows,
  penalty: number,
  coefficients: Float64Array,
): { loss: number; gradient: Float64Array } {
  const { rows: count, columns: size, values: terms } = design;
  const weighted = new Float64Array(size);
  let total = 0;
  for (let row = 0; row < count; row++) {
    const weight = sizes[row] * Math.exp(-linearAt(design, coefficients, row) / 2);
    total += weight;
    for (let j = 0; j < size; j++) weighted[j] += weight * terms[row * size + j];
  }
  let loss = count * Math.log(total / count);
  const gradient = coefficients.map((value, j) => {
    const sum = sums[j];
    loss += (value * sum) / 2 + (penalty * value * value) / 2;
    return sum / 2 - (total > 0 ? (count * weighted[j]) / total / 2 : 0) + penalty * value;
  });
  return { loss, gradient };
}

/**
 * Computes the sum of the terms of one row, weighted by the coefficients.
 * @param design rows x coefficients
 * @param coefficients one for each term
 * @param row the number of the row, from 0
 */
export function linearAt({ values, columns }: Matrix, coefficients: Float64Array, row: number): number {
  const from = row * columns;
  let sum = 0;
  for (let j = 0; j < columns; j++) sum += coefficients[j] * values[from + j];
  return sum;
}

/**
 * Computes minus the log likelihood of Laplace distributions with these log variances, at the best common scale.
 * @param sizes absolute residuals, one a row
 * @param logs log variances, one a row
 * @returns nats
 */
export function logVarianceLoss(sizes: Float64Array, logs: Float64Array): number {
  let sum = 0;
  let scaled = 0;
  for (let i = 0; i < sizes.length; i++) {
    sum += logs[i] / 2;
    scaled += sizes[i] * Math.exp(-logs[i] / 2);
  }
  return sum + sizes.length * Math.log(scaled / sizes.length);
}
