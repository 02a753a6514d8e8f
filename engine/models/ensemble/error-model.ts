/**
 * The variance of an output's errors at any point: a constant, the predictive variance of the members that have one, and the
 * disagreement between the members, mixed to make the errors on held-out rows likeliest; then the factor of heteroscedasticity.
 */
import type { OutputModel } from "../targets.ts";
import {
  fitHeteroscedasticity,
  type Heteroscedasticity,
  type MeasuredCovariates,
} from "./heteroscedasticity.ts";
import type { EnsemblePrediction } from "./predictor.ts";

/** The mixture is fitted to at most so many of a curve's components, and of all values. */
const MAX_COMPONENTS = 24;
const MAX_VALUES = 12_000;
/** Each component's own constant is pooled with the average, weighted as so many rows. */
const POOLED_ROWS = 10;
/** Shares of the constant that are compared. None is 0: where rows are dense the predictive variance may be too small. */
const CONSTANT_SHARES = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1];
/** The shares of the predictive variance in the rest that are compared; the disagreement has what remains. */
const VARIANCE_PARTS = [0, 0.25, 0.5, 0.75, 1];
/** A prior of the shares: its centre, and its weight in units of log likelihood for a share that is off by one. */
const PRIOR_CONSTANT = 0.2;
const PRIOR_WEIGHT = 2;
/** Below this, in units of the training rows' variance, errors are rounding. */
export const MIN_VARIANCE = 1e-24;

export interface ErrorModel {
  /** One a component. */
  constant: Float64Array;
  varianceScale: number;
  disagreementScale: number;
  heteroscedasticity: Heteroscedasticity | null;
}

/** The sources of uncertainty of each of an output's targets, in their order. */
export type UncertaintySources = Pick<EnsemblePrediction, "variance" | "disagreement">;

/** Variances of the standardised components from those of the targets: count x size. */
export function varianceOverTargets(
  model: OutputModel,
  ofTargets: readonly Float64Array[],
  count: number,
): Float64Array {
  const { size, basis } = model;
  const sums = new Float64Array(count * size);
  ofTargets.forEach((values, at) => {
    const from = at * size;
    for (let i = 0; i < count; i++) {
      const value = values[i];
      if (value === 0) continue;
      for (let j = 0; j < size; j++) {
        const share = basis[from + j];
        sums[i * size + j] += value * (share * share);
      }
    }
  });
  return sums;
}

/**
 * Variance of every standardised component, count x size.
 * @param excess of each target, the variance between the fold models beyond what is typical; it is added.
 * @param logs of the heteroscedasticity, one a row.
 */
export function computeVariances(
  model: OutputModel,
  errorModel: ErrorModel,
  sources: readonly UncertaintySources[],
  excess: readonly Float64Array[],
  logs: Float64Array,
): Float64Array {
  const { size } = model;
  const count = logs.length;
  const { varianceScale, disagreementScale } = errorModel;
  const targetVariances = sources.map(({ variance, disagreement }, at) => {
    const targetVariance = excess[at]?.slice() ?? new Float64Array(count);
    for (let i = 0; i < count; i++)
      targetVariance[i] =
        targetVariance[i] + varianceScale * variance[i] + disagreementScale * disagreement[i];
    return targetVariance;
  });
  const variances = varianceOverTargets(model, targetVariances, count);
  for (let i = 0; i < count; i++) {
    const factor = Math.exp(logs[i]);
    for (let j = 0; j < size; j++) {
      const at = i * size + j;
      variances[at] = (variances[at] + errorModel.constant[j]) * factor + MIN_VARIANCE;
    }
  }
  return variances;
}

/**
 * @param errors on held-out rows, standardised components, rows x size.
 * @returns also the variances at these rows, with their out-of-fold heteroscedasticity.
 */
export function fitErrorModel(
  model: OutputModel,
  errors: Float64Array,
  sources: readonly UncertaintySources[],
  covariates: MeasuredCovariates,
): { errorModel: ErrorModel; variances: Float64Array } {
  const { columns: count } = covariates.inputs;
  const meanSquares = computeMeanSquares(errors, model.size, count);
  const mixed = mixSources(model, errors, meanSquares, sources, count);
  const plain: ErrorModel = { ...mixed, heteroscedasticity: null };
  const without = computeVariances(model, plain, sources, [], new Float64Array(count));
  const fitted = fitHeteroscedasticity(covariates, rowSizes(errors, without, model.size));
  if (fitted === null) return { errorModel: plain, variances: without };
  const errorModel = { ...plain, heteroscedasticity: fitted.model };
  return { errorModel, variances: computeVariances(model, errorModel, sources, [], fitted.outOfFold) };
}

/** The mean square of each component's errors, shrunk a little towards that of all. */
function computeMeanSquares(errors: Float64Array, size: number, count: number): Float64Array {
  const sums = new Float64Array(size);
  let total = 0;
  errors.forEach((error, at) => {
    sums[at % size] += error * error;
    total += error * error;
  });
  const overall = total / errors.length;
  return sums.map((sum) => (sum + POOLED_ROWS * overall) / (count + POOLED_ROWS));
}

function mixSources(
  model: OutputModel,
  errors: Float64Array,
  meanSquares: Float64Array,
  sources: readonly UncertaintySources[],
  count: number,
): Pick<ErrorModel, "constant" | "varianceScale" | "disagreementScale"> {
  const { size } = model;
  const variances = varianceOverTargets(
    model,
    sources.map(({ variance }) => variance),
    count,
  );
  const disagreements = varianceOverTargets(
    model,
    sources.map(({ disagreement }) => disagreement),
    count,
  );
  const sampled = sampledPositions(errors.length, size);
  const sum = (values: Float64Array): number => sampled.reduce((total, at) => total + values[at], 0);
  const square = sampled.reduce((total, at) => total + errors[at] ** 2, 0);
  const perVariance = sum(variances) > 0 ? square / sum(variances) : 0;
  const perDisagreement = sum(disagreements) > 0 ? square / sum(disagreements) : 0;
  const priorPart = perVariance > 0 ? 1 : 0;
  const weight = Math.min(sampled.length, count);
  let best = { constant: 1, varianceScale: 0, disagreementScale: 0 };
  let leastLoss = Number.POSITIVE_INFINITY;
  for (const constant of CONSTANT_SHARES) {
    for (const part of VARIANCE_PARTS) {
      const varianceScale = (1 - constant) * part;
      const disagreementScale = (1 - constant) * (1 - part);
      if ((varianceScale > 0 && perVariance === 0) || (disagreementScale > 0 && perDisagreement === 0))
        continue;
      let logs = 0;
      let scaled = 0;
      for (const at of sampled) {
        const variance =
          constant * meanSquares[at % size] +
          varianceScale * perVariance * variances[at] +
          disagreementScale * perDisagreement * disagreements[at] +
          MIN_VARIANCE;
        logs += Math.log(variance) / 2;
        scaled += Math.abs(errors[at]) / Math.sqrt(variance);
      }
      const prior =
        PRIOR_WEIGHT * ((constant - PRIOR_CONSTANT) ** 2 + (1 - constant) ** 2 * (part - priorPart) ** 2);
      const loss = (weight * logs) / sampled.length + weight * Math.log(scaled / sampled.length) + prior;
      if (!(loss < leastLoss)) continue;
      leastLoss = loss;
      best = { constant, varianceScale, disagreementScale };
    }
  }
  return {
    constant: meanSquares.map((value) => best.constant * value),
    varianceScale: best.varianceScale * perVariance,
    disagreementScale: best.disagreementScale * perDisagreement,
  };
}

/** Positions of some of the values (rows x size), spread over rows and components. */
function sampledPositions(length: number, size: number): Int32Array {
  const everyComponent = Math.max(1, Math.ceil(size / MAX_COMPONENTS));
  const sampledValues = (length / size) * Math.ceil(size / everyComponent);
  const everyRow = Math.max(1, Math.ceil(sampledValues / MAX_VALUES));
  return Int32Array.from({ length }, (_, at) => at).filter(
    (at) =>
      (at % size) % everyComponent === Math.floor(everyComponent / 2) % Math.min(size, everyComponent) &&
      Math.floor(at / size) % everyRow === 0,
  );
}

/** The mean absolute error of each row, in predicted deviations. */
function rowSizes(errors: Float64Array, variances: Float64Array, size: number): Float64Array {
  const sizes = new Float64Array(errors.length / size);
  errors.forEach((error, at) => {
    const row = Math.floor(at / size);
    sizes[row] += Math.abs(error) / Math.sqrt(variances[at]) / size;
  });
  return sizes;
}
