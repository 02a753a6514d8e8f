/**
 * A process of the emulator's errors at simulated points, in the emulator's own standard deviations. The prior is the
 * Gaussian process of `error-field.ts`, which vanishes at the training rows and has the same size everywhere:
 * simulations that were chosen because the emulator is uncertain there, or predicts its worst value, thereby teach
 * nothing about places that training rows separate from them. The size of the errors is unknown, so the process is a
 * Student-t process (A. Shah, A. Wilson and Z. Ghahramani, 2014, "Student-t processes as alternatives to Gaussian
 * processes"); its lengths and noise maximise the posterior.
 */
import { createSobol } from "../../designs/sobol.ts";
import { factoriseDefinite, solveLower, solveTransposed } from "../../math/cholesky.ts";
import { Matrix } from "../../math/matrix.ts";
import { logNormalDensity } from "../../math/normal.ts";
import { createRandom } from "../../math/random.ts";
import { pointViews, snap } from "../search-space.ts";
import { computeErrorFreedom } from "../yield/error-field.ts";
import { computeErrorLengths } from "../yield/error-lengths.ts";
import type { KnownRows } from "../yield/known-rows.ts";
import type { LevelSet } from "./level-set.ts";
import { thinOut } from "./region.ts";

export interface ErrorPrior {
  /** The rows that the emulator was trained on. */
  rows: KnownRows;
  /** The correlation length along each dimension, without the rows; the results rescale it. */
  lengths: Float64Array;
}

/** The number of points at which scores are compared to estimate how steep they are. */
const LENGTH_SAMPLE_COUNT = 256;

/**
 * Derives the prior of the errors from the emulator's scores: the steeper they are along an axis, the shorter the
 * length.
 * @returns rows and one length per dimension, in the unit of the cube
 */
export function createErrorPrior({
  axes,
  rows,
  scores,
}: Pick<LevelSet, "axes" | "rows" | "scores">): ErrorPrior {
  const dimensions = axes.length;
  const places = createSobol(dimensions, createRandom(SAMPLE_SEED)).points(0, LENGTH_SAMPLE_COUNT);
  const points = pointViews(places, dimensions);
  for (const point of points) snap(axes, point);
  return { rows, lengths: computeErrorLengths(rows, { places, margins: scores(points), dimensions }) };
}

/** Errors in units of the emulator's standard deviation. */
export interface StandardisedErrors {
  points: readonly Float64Array[];
  values: readonly number[];
}

export interface ErrorProcess {
  /** The standard deviation of the errors; 1 where the emulator's own standard deviations are right. */
  size: number;
  predict(points: readonly Float64Array[]): { mean: Float64Array; deviation: Float64Array };
  /** Computes the mean leave-one-out log density of the errors, in nats per result. */
  density(): number;
  /** Conditions the process on other results, with the same lengths and noise. */
  conditionOn(errors: StandardisedErrors): ErrorProcess;
}

/** The factors of all lengths together that are tried first. */
const COMMON_LENGTH_FACTORS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2];
/** The factors of a single length that are tried next, in several sweeps over the dimensions. */
const SINGLE_LENGTH_FACTORS = [0.5, 2];
const SWEEP_COUNT = 2;
/** The shares of the variance that are independent from point to point, however near. */
const NOISE_SHARES = [0.001, 0.1, 0.3, 0.6, 0.9];
/** The lengths and the noise are fitted to at most this many results. */
const MAX_RESULTS = 150;
const MAX_ROWS = 256;
const MIN_VARIANCE = 1e-12;
const SAMPLE_SEED = 1;

/**
 * Fits the lengths and the noise, and conditions the process on the errors.
 * @param errors at least one
 */
export function fitErrorProcess({ rows, lengths }: ErrorPrior, errors: StandardisedErrors): ErrorProcess {
  const places = thinOut(pointViews(rows.places, lengths.length), MAX_ROWS);
  const results = errors.points.map((point, i) => ({ point, value: errors.values[i] }));
  const selectedResults = thinOut(results, MAX_RESULTS);
  const sample = {
    points: selectedResults.map(({ point }) => point),
    values: selectedResults.map(({ value }) => value),
  };
  const freedom = computeErrorFreedom(rows.count);
  const fitFactors = (factors: Float64Array, noises: readonly number[]): FormFit => {
    const correlation = createCorrelation(
      places,
      lengths.map((length, d) => length * factors[d]),
    );
    const correlations = computeCorrelations(correlation, correlation.see(sample.points));
    const candidates = noises.map((noise): FormFit => {
      const form = { correlation, noise, freedom };
      const { logLikelihood } = conditionOn(form, correlations, sample.values);
      return { form, factors, likelihood: logLikelihood + logPrior(factors) };
    });
    return candidates.reduce(selectBetter);
  };
  const commonFits = COMMON_LENGTH_FACTORS.map((factor) =>
    fitFactors(
      lengths.map(() => factor),
      NOISE_SHARES,
    ),
  );
  let best = commonFits.reduce(selectBetter);
  for (let d = 0; d < SWEEP_COUNT * lengths.length; d++)
    for (const step of SINGLE_LENGTH_FACTORS)
      best = selectBetter(
        best,
        fitFactors(scaleFactor(best.factors, d % lengths.length, step), [best.form.noise]),
      );
  return createErrorProcess(best.form, errors);
}

interface FormFit {
  form: Form;
  /** The factor of each length. */
  factors: Float64Array;
  /** The log posterior, up to a constant. */
  likelihood: number;
}

const scaleFactor = (factors: Float64Array, dimension: number, step: number): Float64Array =>
  factors.with(dimension, step * factors[dimension]);

const selectBetter = (fit: FormFit, otherFit: FormFit): FormFit =>
  otherFit.likelihood > fit.likelihood ? otherFit : fit;

/** The log prior of the factors: their binary logarithms differ from each other by a standard deviation of 1. */
function logPrior(factors: Float64Array): number {
  const logs = factors.map(Math.log2);
  const mean = logs.reduce((sum, logFactor) => sum + logFactor, 0) / logs.length;
  return -logs.reduce((sum, logFactor) => sum + (logFactor - mean) ** 2, 0) / 2;
}

interface Form {
  correlation: Correlation;
  noise: number;
  /** The degrees of freedom that the size of the errors is known with before any results. */
  freedom: number;
}

function createErrorProcess(form: Form, { points, values }: StandardisedErrors): ErrorProcess {
  const { correlation, noise } = form;
  const seenPoints = correlation.see(points);
  const { factor, weights, size } = conditionOn(form, computeCorrelations(correlation, seenPoints), values);
  const count = points.length;
  return {
    size,
    predict: (queryPoints) => {
      const mean = new Float64Array(queryPoints.length);
      const deviation = new Float64Array(queryPoints.length);
      const row = new Float64Array(count);
      correlation.see(queryPoints).forEach((queryPoint, index) => {
        for (let i = 0; i < count; i++) {
          row[i] = (1 - noise) * correlation.between(queryPoint, seenPoints[i]);
          mean[index] += row[i] * weights[i];
        }
        solveLower(factor, row);
        const explainedVariance = row.reduce((sum, component) => sum + component * component, 0);
        deviation[index] = size * Math.sqrt(Math.max(MIN_VARIANCE, 1 - explainedVariance));
      });
      return { mean, deviation };
    },
    density: () => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const unit = new Float64Array(count);
        unit[i] = 1;
        solveLower(factor, unit);
        const precision = unit.reduce((total, component) => total + component * component, 0);
        sum += logNormalDensity(weights[i] / precision, size ** 2 / precision);
      }
      return sum / count;
    },
    conditionOn: (otherErrors) => createErrorProcess(form, otherErrors),
  };
}

interface ConditionedProcess {
  /** The Cholesky factor of the correlation matrix of the results. */
  factor: Matrix;
  /** The weight of each result in a prediction. */
  weights: Float64Array;
  size: number;
  /** The log marginal likelihood, up to a constant. */
  logLikelihood: number;
}

/** Computes the correlations of all pairs: the lower triangle without the diagonal. */
function computeCorrelations(correlation: Correlation, seenPoints: readonly Seen[]): Matrix {
  const matrix = new Matrix(seenPoints.length, seenPoints.length);
  for (let i = 0; i < seenPoints.length; i++)
    for (let j = 0; j < i; j++) matrix.set(i, j, correlation.between(seenPoints[i], seenPoints[j]));
  return matrix;
}

/**
 * Computes the Student-t process given the results: the size estimate (nu + y'K^-1 y) / (nu + n) and the log marginal
 * likelihood.
 */
function conditionOn(
  { noise, freedom }: Form,
  correlations: Matrix,
  values: readonly number[],
): ConditionedProcess {
  const count = values.length;
  const matrix = new Matrix(
    count,
    count,
    correlations.values.map((correlation) => (1 - noise) * correlation),
  );
  for (let i = 0; i < count; i++) matrix.set(i, i, 1);
  // The smallest eigenvalue of the matrix is the noise, so that the factorisation succeeds.
  const factor = factoriseDefinite(matrix);
  const weights = Float64Array.from(values);
  solveLower(factor, weights);
  const squares = weights.reduce((sum, component) => sum + component * component, 0);
  solveTransposed(factor, weights);
  let logDeterminant = 0;
  for (let i = 0; i < count; i++) logDeterminant += 2 * Math.log(factor.at(i, i));
  return {
    factor,
    weights,
    size: Math.sqrt((freedom + squares) / (freedom + count)),
    logLikelihood: -(logDeterminant + (freedom + count) * Math.log(freedom + squares)) / 2,
  };
}

/** The variance that is left at a row, as in `error-field.ts`. */
const NUGGET_VARIANCE = 1e-7;

/** A point as the rows see it. */
interface Seen {
  point: Float64Array;
  whitened: Float64Array;
  /** That is left given the rows. */
  deviation: number;
}

interface Correlation {
  see(points: readonly Float64Array[]): Seen[];
  between(first: Seen, second: Seen): number;
}

/**
 * Creates the correlation of a Matern 5/2 process given that it is 0 at the rows; smoother processes stay correlated
 * far beyond them.
 */
function createCorrelation(rows: readonly Float64Array[], lengths: Float64Array): Correlation {
  const count = rows.length;
  const covariance = (first: Float64Array, second: Float64Array): number => {
    let squares = 0;
    for (let d = 0; d < lengths.length; d++) squares += ((first[d] - second[d]) / lengths[d]) ** 2;
    const distance = Math.sqrt(5 * squares);
    return (1 + distance + distance ** 2 / 3) * Math.exp(-distance);
  };
  const matrix = new Matrix(count, count);
  rows.forEach((row, i) => {
    for (let j = 0; j <= i; j++) matrix.set(i, j, covariance(row, rows[j]) + (i === j ? NUGGET_VARIANCE : 0));
  });
  // The smallest eigenvalue is the nugget.
  const factor = factoriseDefinite(matrix);
  const seenFrom = (point: Float64Array): Seen => {
    const whitened = Float64Array.from(rows, (row) => covariance(row, point));
    solveLower(factor, whitened);
    const explainedVariance = whitened.reduce((sum, component) => sum + component * component, 0);
    return {
      point,
      whitened,
      deviation: Math.sqrt(Math.max(MIN_VARIANCE, 1 + NUGGET_VARIANCE - explainedVariance)),
    };
  };
  return {
    see: (points) => points.map(seenFrom),
    between: (first, second) => {
      let rest = covariance(first.point, second.point);
      for (let i = 0; i < count; i++) rest -= first.whitened[i] * second.whitened[i];
      return rest / (first.deviation * second.deviation);
    },
  };
}
