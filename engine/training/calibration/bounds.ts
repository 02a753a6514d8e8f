/**
 * Bounds with the promised coverage whatever the distribution of the errors: quantiles of the errors on held-out rows in units
 * of their predicted deviations. Split conformal prediction with normalised residuals: Papadopoulos et al. (2008), Lei et
 * al. (2018); with folds, close to the CV+ of Barber, Candès, Ramdas and Tibshirani (2021).
 */

import { normalQuantile } from "../../math/normal.ts";
import { COVERAGE_LEVELS } from "./curve.ts";

/** The mean square of each component is pooled with the average, which counts as this many rows. */
const POOLED_ROWS = 10;
/**
 * A bound with at least this many rows beyond it is the empirical quantile alone; with fewer it is raised. The held-out errors of one training are all too
 * small or all too large together, which their own quantile does not show: with 4 rows, 8% of the trainings on 50 rows have bounds
 * that hold less than 85% of the truth, with 10 rows 3% (`npm run bench -- bounds`).
 */
const EMPIRICAL_ROWS = 10;
/** With fewer rows than this the bounds are symmetric. */
const MIN_ROWS = 200;
/**
 * The share of the rows with the largest errors whose signs are compared. The bounds are asymmetric where the
 * imbalance of these signs exceeds `MIN_IMBALANCE` standard deviations.
 */
const TAIL_SHARE = 0.1;
const MIN_IMBALANCE = 3;

export interface Bounds {
  /** One a component, in units of the predicted deviation. */
  scales: Float64Array;
  /** For each of `COVERAGE_LEVELS`, the ends of the central interval in units of the scales; the last is that of the 95% bounds. */
  lower: Float64Array;
  upper: Float64Array;
}

/**
 * Computes the bounds of an output: for each level the quantiles of the scores on held-out rows, in units of the
 * component's scale.
 *
 * @param scores the errors over their predicted deviations, truth less prediction, rows x size
 * @param size the number of components
 * @param units the number of independent rows that the scores stand for: the number of groups where rows are grouped, and more than
 *   the rows of `scores` where these are a sample
 * @returns one scale for each component, and the ends of the central interval of each of `COVERAGE_LEVELS`
 */
export function computeBounds(scores: Float64Array, size: number, units = scores.length / size): Bounds {
  const context = { rows: units, empiricalRows: EMPIRICAL_ROWS };
  const scales = computeScales(scores, size);
  const scaled = scores.map((score, at) => score / (scales[at % size] || 1));
  const sorted = scaled.map(Math.abs).sort();
  if (!isSkewed(scaled, sorted, Math.min(units, scores.length / size))) {
    const upper = COVERAGE_LEVELS.map((level) =>
      estimateQuantile(sorted, level, { ...context, expected: studentQuantile(level, units) }),
    );
    return { scales, lower: upper.map((value) => -value), upper };
  }
  const above = scaled.toSorted();
  const below = above.map((score) => -score).reverse();
  const computeEnd = (ascending: Float64Array, level: number): number =>
    estimateQuantile(ascending, (1 + level) / 2, { ...context, expected: studentQuantile(level, units) });
  return {
    scales,
    lower: COVERAGE_LEVELS.map((level) => -computeEnd(below, level)),
    upper: COVERAGE_LEVELS.map((level) => computeEnd(above, level)),
  };
}

/** Computes the share of the errors inside the interval of each of `COVERAGE_LEVELS`. */
export function sharesInside(
  { scales, lower, upper }: Bounds,
  errors: Float64Array,
  variances: Float64Array,
): Float64Array {
  const size = scales.length;
  const counts = new Float64Array(COVERAGE_LEVELS.length);
  errors.forEach((error, at) => {
    const score = error / Math.sqrt(variances[at]) / (scales[at % size] || 1);
    for (let level = 0; level < counts.length; level++) {
      if (score >= lower[level] && score <= upper[level]) counts[level] += 1;
    }
  });
  return counts.map((count) => count / errors.length);
}

/** Computes the root mean square score of each component, shrunk towards that of all. */
function computeScales(scores: Float64Array, size: number): Float64Array {
  const rows = scores.length / size;
  const sums = new Float64Array(size);
  let total = 0;
  scores.forEach((score, at) => {
    sums[at % size] += score * score;
    total += score * score;
  });
  const overall = total / scores.length;
  return sums.map((sum) => Math.sqrt((sum + POOLED_ROWS * overall) / (rows + POOLED_ROWS)));
}

type QuantileContext = {
  /** The number of independent rows that the sorted values stand for. */
  readonly rows: number;
  /** The quantile that is expected of the whole distribution. It counts where few rows lie beyond the quantile, and only raises it. */
  readonly expected: number;
  /** With at least this many rows beyond it the empirical quantile counts alone. */
  readonly empiricalRows: number;
};

/**
 * Estimates the value that `share` of new rows stay below: the conformal quantile where many rows lie beyond it. Where few do, it is
 * raised towards `expected`, the more the fewer they are; it is never lowered, as errors with heavy tails need all of it.
 */
export function estimateQuantile(
  sorted: Float64Array,
  share: number,
  { rows, expected, empiricalRows }: QuantileContext,
): number {
  const rowsBeyond = (rows + 1) * (1 - share);
  const rank = (share * (rows + 1) * sorted.length) / rows - 1;
  const position = Math.min(sorted.length - 1, Math.max(0, rank));
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  const empirical = below + (position - Math.floor(position)) * (above - below);
  const empiricalWeight = Math.min(1, rowsBeyond / empiricalRows);
  return empirical + (1 - empiricalWeight) * Math.max(0, expected - empirical);
}

/** Tests whether the largest errors lie significantly more on one side. Components of one row count as one. */
function isSkewed(scores: Float64Array, sortedSizes: Float64Array, rows: number): boolean {
  if (rows < MIN_ROWS) return false;
  const limit = sortedSizes[Math.floor((1 - TAIL_SHARE) * (scores.length - 1))];
  let beyond = 0;
  let balance = 0;
  for (const score of scores) {
    if (Math.abs(score) <= limit) continue;
    beyond += 1;
    balance += Math.sign(score);
  }
  return Math.abs(balance / Math.max(1, beyond)) * Math.sqrt(TAIL_SHARE * rows) > MIN_IMBALANCE;
}

/**
 * So many rows carry as much information on the size of the errors of new rows as one degree of freedom. The kernel,
 * its length scales, the scale of the output and the weights were chosen with the same rows, so that the held-out
 * errors of one training are all too small or all too large together: between trainings on 16 rows the logarithm of
 * their size varies by .55, between those on 40 by .35, as if from two and five independent errors (`npm run bench --
 * bounds`).
 */
const ROWS_PER_DEGREE_OF_FREEDOM = 8;

/** The two-sided quantile of Student's t, after Hill (1970) to first orders. */
function studentQuantile(level: number, rows: number): number {
  const z = normalQuantile((1 + level) / 2);
  const degreesOfFreedom = Math.max(2, rows / ROWS_PER_DEGREE_OF_FREEDOM);
  const first = (z ** 3 + z) / (4 * degreesOfFreedom);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degreesOfFreedom * degreesOfFreedom);
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degreesOfFreedom ** 3);
  return z + first + second + third;
}
