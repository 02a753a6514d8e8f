/**
 * The variance of the errors as a function of the inputs and of the predicted value: its logarithm is a linear
 * function of them and their squares. Harvey (1976), "Estimating regression models with multiplicative
 * heteroscedasticity", here for absolute errors, which are robust to outliers.
 */
import { rangeOf } from "../../dataset/scaling.ts";
import { Matrix } from "../../math/matrix.ts";
import {
  createRegressionRows,
  fitLogVariance,
  linearAt,
  logVarianceLoss,
} from "./log-variance-regression.ts";

/** With fewer rows their errors are those of the models rather than the noise; where rows are repeated, the noise is seen in fewer. */
const MIN_ROWS = 150;
const MIN_REPEATED_ROWS = 30;
const MAX_TERMS = 12;
/** Penalties of the squared coefficients that are compared, in units of log likelihood. */
const COMPARED_PENALTIES = [100, 10, 1];
/** A fit must gain this much over a constant variance on held-out rows, in the same units. */
const MIN_GAIN = 3;
const FOLD_COUNT = 5;

export interface Heteroscedasticity {
  /** Indices of terms: 0 .. width - 1 the features, then the predicted mean, then the squares of all these. */
  terms: Int32Array;
  coefficients: Float64Array;
  /** The logarithm is clamped to its range on the rows it was fitted to. */
  lowest: number;
  highest: number;
}

/**
 * The quantities from which the terms are computed. All have about unit deviation.
 */
export interface ErrorCovariates {
  /** features x points. */
  inputs: Matrix;
  /** The predicted mean of each point. */
  mean: Float64Array;
}

/** The covariates of rows whose errors are known. */
export interface MeasuredCovariates extends ErrorCovariates {
  /** True when most of the rows are repeated runs of others. */
  isRepeated: boolean;
}

/** The logarithm of the factor of each point's variance. */
export function logVarianceFactors(
  model: Heteroscedasticity | null,
  covariates: ErrorCovariates,
): Float64Array {
  if (model === null) return new Float64Array(covariates.inputs.columns);
  return computeLogs(model, covariates).map((log) => Math.min(model.highest, Math.max(model.lowest, log)));
}

/** Before they are clamped. */
function computeLogs(model: Heteroscedasticity, covariates: ErrorCovariates): Float64Array {
  const logs = new Float64Array(covariates.inputs.columns);
  model.terms.forEach((term, at) => {
    const coefficient = model.coefficients[at];
    const values = termValues(covariates, term);
    for (let i = 0; i < logs.length; i++) logs[i] += coefficient * values[i];
  });
  return logs;
}

/**
 * Derivatives of the logarithms by one feature; 0 where they are clamped.
 * @param meanGradients of the predicted mean by that feature.
 */
export function logVarianceFactorGradients(
  model: Heteroscedasticity | null,
  covariates: ErrorCovariates,
  feature: number,
  meanGradients: Float64Array,
): Float64Array {
  const { inputs, mean } = covariates;
  const { rows: width, columns: count } = inputs;
  const gradients = new Float64Array(count);
  if (model === null) return gradients;
  const featureValues = inputs.row(feature);
  model.terms.forEach((term, at) => {
    const base = term % (width + 1);
    if (base !== width && base !== feature) return;
    const coefficient = model.coefficients[at];
    const values = base === width ? mean : featureValues;
    for (let i = 0; i < count; i++) {
      const inner = base === width ? meanGradients[i] : 1;
      const outer = term > width ? 2 * values[i] : 1;
      gradients[i] += coefficient * outer * inner;
    }
  });
  return computeLogs(model, covariates).map((log, i) =>
    log < model.lowest || log > model.highest ? 0 : gradients[i],
  );
}

function termValues({ inputs, mean }: ErrorCovariates, term: number): Float64Array {
  const { rows: width } = inputs;
  const base = term % (width + 1);
  const values = base === width ? mean : inputs.row(base);
  return term > width ? values.map((value) => value * value - 1) : values;
}

/**
 * @param sizes of the errors of each row, in units of the deviations predicted without heteroscedasticity.
 * @returns null where a constant variance is as good; `outOfFold` are the logarithms of each row by a fit without it.
 */
export function fitHeteroscedasticity(
  covariates: MeasuredCovariates,
  sizes: Float64Array,
): { model: Heteroscedasticity; outOfFold: Float64Array } | null {
  const { inputs, isRepeated } = covariates;
  const { rows: width, columns: count } = inputs;
  if (count < (isRepeated ? MIN_REPEATED_ROWS : MIN_ROWS) || !sizes.some((size) => size > 0)) return null;
  const candidateTerms = Array.from({ length: 2 * (width + 1) }, (_, term) => term);
  const terms = Int32Array.from(mostCorrelated(covariates, candidateTerms, sizes));
  if (terms.length === 0) return null;
  const design = computeDesignRows(covariates, terms);
  const assignFold = (row: number): number => row % FOLD_COUNT;
  const systems = Array.from({ length: FOLD_COUNT }, (_, fold) =>
    createRegressionRows(design, sizes, (row) => assignFold(row) !== fold),
  );

  const zeroCoefficients = new Float64Array(terms.length);
  let foldCoefficients: Float64Array[] = [];
  let best: { outOfFold: Float64Array; penalty: number; initialCoefficients: Float64Array } | null = null;
  let leastLoss = logVarianceLoss(sizes, new Float64Array(count)) - MIN_GAIN;
  for (const penalty of COMPARED_PENALTIES) {
    foldCoefficients = systems.map((system, fold) =>
      fitLogVariance(system, penalty, foldCoefficients[fold] ?? zeroCoefficients),
    );
    const outOfFold = new Float64Array(count);
    for (let row = 0; row < count; row++)
      outOfFold[row] = linearAt(design, foldCoefficients[assignFold(row)] ?? zeroCoefficients, row);
    const loss = logVarianceLoss(sizes, outOfFold);
    if (!(loss < leastLoss)) continue;
    leastLoss = loss;
    best = { outOfFold, penalty, initialCoefficients: foldCoefficients[0] ?? zeroCoefficients };
  }
  if (best === null) return null;
  const coefficients = fitLogVariance(
    createRegressionRows(design, sizes, () => true),
    best.penalty,
    best.initialCoefficients,
  );
  const logs = sizes.map((_, row) => linearAt(design, coefficients, row));
  const range = rangeOf(logs);
  const [lowest, highest] = [Math.min(0, range.low), Math.max(0, range.high)];
  const outOfFold = best.outOfFold.map((log) => Math.min(highest, Math.max(lowest, log)));
  return { model: { terms, coefficients, lowest, highest }, outOfFold };
}

/** The terms' values, count x terms. */
function computeDesignRows(covariates: ErrorCovariates, terms: Int32Array): Matrix {
  const design = new Matrix(covariates.inputs.columns, terms.length);
  terms.forEach((term, at) => {
    const values = termValues(covariates, term);
    for (let row = 0; row < values.length; row++) design.set(row, at, values[row]);
  });
  return design;
}

/** The terms that correlate most with the size of the errors. */
function mostCorrelated(
  covariates: ErrorCovariates,
  terms: readonly number[],
  sizes: Float64Array,
): number[] {
  const typical = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const logs = sizes.map((size) => Math.log(size + 0.1 * typical));
  const strengths = terms.map((term) => Math.abs(correlation(termValues(covariates, term), logs)));
  const order = Array.from(terms.keys()).sort((a, b) => strengths[b] - strengths[a]);
  return order.slice(0, MAX_TERMS).flatMap((at) => terms[at] ?? []);
}

function correlation(left: Float64Array, right: Float64Array): number {
  const mean = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(left), mean(right)];
  let products = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  left.forEach((value, at) => {
    products += (value - a) * (right[at] - b);
    leftSquares += (value - a) ** 2;
    rightSquares += (right[at] - b) ** 2;
  });
  return leftSquares > 0 && rightSquares > 0 ? products / Math.sqrt(leftSquares * rightSquares) : 0;
}
