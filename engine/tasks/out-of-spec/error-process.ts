/**
 * How far an emulator is off, in its own standard deviations, given how far it was at simulated points. Before there are any, its
 * errors are as in `error-field.ts`: a Gaussian process that vanishes at the training rows, brought to the same size everywhere.
 * So simulations that were chosen because the emulator is unsure of them, or predicts the worst of them, teach nothing of places
 * that rows keep apart from theirs.
 *
 * The size of the errors is unknown, which makes the process one of Student's t (A. Shah, A. Wilson and Z. Ghahramani, 2014). Its
 * lengths and its noise are those of the greatest likelihood.
 */
import { createSobol } from "../../designs/sobol.ts";
import { factorise, solveLower, solveTransposed } from "../../math/cholesky.ts";
import { logNormalDensity } from "../../math/normal.ts";
import { createRandom } from "../../math/random.ts";
import { pointViews, snap } from "../search-space.ts";
import { errorFreedom } from "../yield/error-field.ts";
import { errorLengths } from "../yield/error-lengths.ts";
import type { KnownRows } from "../yield/known-rows.ts";
import { type Correlation, correlationGiven, type Seen } from "./error-correlation.ts";
import type { LevelSet } from "./level-set.ts";
import { thinOut } from "./region.ts";

export interface ErrorPrior {
  /** That the emulator was trained on. */
  rows: KnownRows;
  /** Of the correlation along each dimension, were there no rows; what results tell of them is put to it. */
  lengths: Float64Array;
}

/** Scores at so many places tell how steep they are. */
const SAMPLE = 256;

/** The emulator's, by how steep its scores are along each axis. */
export function errorPrior({ axes, rows, scores }: Pick<LevelSet, "axes" | "rows" | "scores">): ErrorPrior {
  const dimensions = axes.length;
  const places = createSobol(dimensions, createRandom(SEED)).points(0, SAMPLE);
  const points = pointViews(places, dimensions);
  for (const point of points) snap(axes, point);
  return { rows, lengths: errorLengths(rows, { places, margins: scores(points), dimensions }) };
}

/** How many standard deviations the emulator is off at each point. */
export interface StandardisedErrors {
  points: readonly Float64Array[];
  values: readonly number[];
}

export interface ErrorProcess {
  /** Of the errors: 1 as far as the emulator knows them. */
  size: number;
  predict(points: readonly Float64Array[]): { mean: Float64Array; deviation: Float64Array };
  /** Mean log density of the errors, each left out. */
  density(): number;
  /** The same lengths and noise, for other results. */
  given(errors: StandardisedErrors): ErrorProcess;
}

/** Of the lengths. */
const FACTORS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2];
/** Then along each dimension by itself, some times over. */
const STEPS = [0.5, 2];
const SWEEPS = 2;
/** Shares of the variance that differ from point to point, however near. */
const NOISES = [0.001, 0.1, 0.3, 0.6, 0.9];
/** The lengths and the noise are found from so many results at most. */
const MAX_RESULTS = 150;
const MAX_ROWS = 256;
const MIN_VARIANCE = 1e-12;
const SEED = 1;

/** @param errors at least one */
export function fitErrorProcess({ rows, lengths }: ErrorPrior, errors: StandardisedErrors): ErrorProcess {
  const places = thinOut(pointViews(rows.places, lengths.length), MAX_ROWS);
  const all = errors.points.map((point, i) => ({ point, value: errors.values[i] }));
  const some = thinOut(all, MAX_RESULTS);
  const sample = { points: some.map(({ point }) => point), values: some.map(({ value }) => value) };
  const freedom = errorFreedom(rows.count);
  const likeliest = (factors: Float64Array, noises: readonly number[]): Fitted => {
    const correlation = correlationGiven(
      places,
      lengths.map((length, d) => length * factors[d]),
    );
    const correlations = correlationsOf(correlation, correlation.see(sample.points));
    const fits = noises.map((noise): Fitted => {
      const form = { correlation, noise, freedom };
      const { logLikelihood } = conditionedOn(form, correlations, sample.values);
      return { form, factors, likelihood: logLikelihood + logPrior(factors) };
    });
    return fits.reduce(better);
  };
  const alike = FACTORS.map((factor) =>
    likeliest(
      lengths.map(() => factor),
      NOISES,
    ),
  );
  let best = alike.reduce(better);
  for (let d = 0; d < SWEEPS * lengths.length; d++)
    for (const step of STEPS)
      best = better(best, likeliest(stretched(best.factors, d % lengths.length, step), [best.form.noise]));
  return processOf(best.form, errors);
}

interface Fitted {
  form: Form;
  /** Of the lengths. */
  factors: Float64Array;
  /** Logarithm, up to a constant. */
  likelihood: number;
}

const stretched = (factors: Float64Array, dimension: number, step: number): Float64Array =>
  factors.with(dimension, step * factors[dimension]);

const better = (one: Fitted, other: Fitted): Fitted => (other.likelihood > one.likelihood ? other : one);

/** Factors that differ from dimension to dimension are the less likely the more they do: by a factor of two, as a rule. */
function logPrior(factors: Float64Array): number {
  const logs = factors.map(Math.log2);
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  return -logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 2;
}

interface Form {
  correlation: Correlation;
  noise: number;
  /** Of what is known of the errors' size without results. */
  freedom: number;
}

function processOf(form: Form, { points, values }: StandardisedErrors): ErrorProcess {
  const { correlation, noise } = form;
  const seen = correlation.see(points);
  const { factor, weights, size } = conditionedOn(form, correlationsOf(correlation, seen), values);
  const count = points.length;
  return {
    size,
    predict: (others) => {
      const mean = new Float64Array(others.length);
      const deviation = new Float64Array(others.length);
      const row = new Float64Array(count);
      correlation.see(others).forEach((other, at) => {
        for (let i = 0; i < count; i++) {
          row[i] = (1 - noise) * correlation.between(other, seen[i]);
          mean[at] += row[i] * weights[i];
        }
        solveLower(factor, row, count);
        const known = row.reduce((sum, one) => sum + one * one, 0);
        deviation[at] = size * Math.sqrt(Math.max(MIN_VARIANCE, 1 - known));
      });
      return { mean, deviation };
    },
    density: () => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const unit = new Float64Array(count);
        unit[i] = 1;
        solveLower(factor, unit, count);
        const precision = unit.reduce((total, one) => total + one * one, 0);
        sum += logNormalDensity(weights[i] / precision, size ** 2 / precision);
      }
      return sum / count;
    },
    given: (others) => processOf(form, others),
  };
}

interface Conditioned {
  /** The Cholesky factor of the results' correlations. */
  factor: Float64Array;
  /** Of each result in a prediction. */
  weights: Float64Array;
  size: number;
  /** Up to a constant. */
  logLikelihood: number;
}

/** Of all pairs: the lower triangle, row-major, without the diagonal. */
function correlationsOf(correlation: Correlation, seen: readonly Seen[]): Float64Array {
  const matrix = new Float64Array(seen.length ** 2);
  for (let i = 0; i < seen.length; i++)
    for (let j = 0; j < i; j++) matrix[i * seen.length + j] = correlation.between(seen[i], seen[j]);
  return matrix;
}

function conditionedOn(
  { noise, freedom }: Form,
  correlations: Float64Array,
  values: readonly number[],
): Conditioned {
  const count = values.length;
  const matrix = correlations.map((one) => (1 - noise) * one);
  for (let i = 0; i < count; i++) matrix[i * count + i] = 1;
  const factor = new Float64Array(count ** 2);
  // The smallest eigenvalue is the noise.
  factorise(matrix, factor, count);
  const weights = Float64Array.from(values);
  solveLower(factor, weights, count);
  const squares = weights.reduce((sum, one) => sum + one * one, 0);
  solveTransposed(factor, weights, count);
  let logDeterminant = 0;
  for (let i = 0; i < count; i++) logDeterminant += 2 * Math.log(factor[i * count + i]);
  return {
    factor,
    weights,
    size: Math.sqrt((freedom + squares) / (freedom + count)),
    logLikelihood: -(logDeterminant + (freedom + count) * Math.log(freedom + squares)) / 2,
  };
}
