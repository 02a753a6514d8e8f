/**
 * Regression of the logarithm of the variance on some terms by Fisher's scoring, with a Laplace likelihood of the errors and a
 * ridge penalty.
 */
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import { factorise, solve } from "../../math/cholesky.ts";

const MAX_STEPS = 20;
/** A step that changes every coefficient by less ends the fit. */
const MIN_STEP = 1e-3;

/** Some of the rows, and what is the same at every step of a fit to them. */
export interface RegressionRows {
  size: number;
  count: number;
  /** count x size. */
  design: Float64Array;
  sizes: Float64Array;
  /** Sums of the terms, and the covariance of the terms times a quarter of the rows (lower triangle). */
  sums: Float64Array;
  curvature: Float64Array;
}

export function createRegressionRows(
  design: Float64Array,
  sizes: Float64Array,
  size: number,
  isUsed: (row: number) => boolean,
): RegressionRows {
  const rows = rowsWhere(sizes.length, isUsed);
  const usedDesign = gatherRows(design, size, rows);
  const count = rows.length;
  const sums = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let from = 0; from < usedDesign.length; from += size) {
    for (let j = 0; j < size; j++) {
      const term = usedDesign[from + j];
      sums[j] += term;
      for (let k = 0; k <= j; k++) curvature[j * size + k] += term * usedDesign[from + k];
    }
  }
  for (let j = 0; j < size; j++)
    for (let k = 0; k <= j; k++)
      curvature[j * size + k] = (curvature[j * size + k] - (sums[j] * sums[k]) / count) / 4;
  return { size, count, design: usedDesign, sizes: gatherRows(sizes, 1, rows), sums, curvature };
}

/**
 * If the model is right, the curvature of the loss is the covariance of the terms, so one Cholesky factor serves all steps.
 * The loss is convex: a linear function plus the logarithm of a sum of exponentials.
 * @returns the coefficients.
 */
export function fitLogVariance(rows: RegressionRows, penalty: number, start: Float64Array): Float64Array {
  const { size } = rows;
  const curvature = rows.curvature.map((value, at) => (at % (size + 1) === 0 ? value + penalty : value));
  const factor = new Float64Array(size * size);
  let coefficients = start;
  let here = lossAndGradient(rows, penalty, coefficients);
  if (!factorise(curvature, factor, size)) return coefficients;
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = here.gradient.map((value) => -value);
    solve(factor, move, size);
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
  { size, count, design, sizes, sums }: RegressionRows,
  penalty: number,
  coefficients: Float64Array,
): { loss: number; gradient: Float64Array } {
  const weighted = new Float64Array(size);
  let total = 0;
  for (let row = 0; row < count; row++) {
    const weight = sizes[row] * Math.exp(-linearAt(design, coefficients, row) / 2);
    total += weight;
    for (let j = 0; j < size; j++) weighted[j] += weight * design[row * size + j];
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
 * @param design rows x coefficients, row-major
 * @param coefficients one for each term
 * @param row the number of the row, from 0
 */
export function linearAt(design: Float64Array, coefficients: Float64Array, row: number): number {
  const from = row * coefficients.length;
  let sum = 0;
  for (let j = 0; j < coefficients.length; j++) sum += coefficients[j] * design[from + j];
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
