/** Leave-one-out residuals of a Gaussian process that gross errors in some of the values do not pull. */
import type { Matrix } from "../../math/matrix.ts";
import { quantileOf } from "../../math/quantile.ts";
import type { Random } from "../../math/random.ts";
import { createEvaluationLog } from "../../models/gaussian-process/evaluation-log.ts";
import { withPooledKernels } from "../../models/gaussian-process/kernel-pool.ts";
import { leaveOneOut } from "../../models/gaussian-process/leave-one-out.ts";
import { mergeRows } from "../../models/gaussian-process/model/rows.ts";
import {
  evaluateWithEnoughNoise,
  type Hyperparameters,
  likelihoodOf,
  quickFit,
} from "../../models/gaussian-process/search.ts";
import { createWorkspace } from "../../models/gaussian-process/workspace.ts";

/** Rows that the hyperparameters are fitted to, and rows of a block. More are slower, and predict a row better. */
const SEARCH_ROWS = 200;
const BLOCK_ROWS = 400;
const MIN_DIFFERENT_POINTS = 10;
/** More length scales cannot be found from so few rows. */
const MAX_FEATURES = 200;
const MAX_PASSES = 5;
/** Residuals beyond so many robust deviations are clipped; 1.345 to 3 are usual (Huber, 1981, chapter 7). */
const CLIPPED_BEYOND = 3;
/** Values with residuals beyond so many 80th percentiles are replaced with predictions. That percentile and not the median, because the
 * residuals of exact functions have heavy tails: otherwise sound values are replaced too, and the process believes its own errors. */
const REPLACED_BEYOND = 4.5;
const USUAL_SHARE = 0.8;
/** The values of the first pass lie within so many robust deviations of their median. */
const FIRST_REACH = 3;
/** In these passes a residual still counts up to the limit, so that a peak that the first pass cut off is found again. */
const CLIPPED_PASSES = 2;
/** The median absolute deviation of normal values is their standard deviation over this factor. */
const DEVIATION_PER_MEDIAN = 1.4826;

export interface Residuals {
  values: Float64Array;
  /** Value less prediction without the value, in robust standard deviations of the values. */
  residuals: Float64Array;
  /** The variance of the prediction, noise included. */
  variances: Float64Array;
}

interface Regression {
  /** features x rows, standardised. */
  inputs: Matrix;
  sources: Int32Array;
}

/**
 * Each value is predicted from the others by a Gaussian process. Values whose residuals are too large are replaced with what the process
 * predicts there, and the process is fitted again until the same rows are replaced (pseudo-observations; Huber, 1981, section 7.8). The
 * residuals are those of the values as they were given.
 *
 * Yields between long steps.
 *
 * @param values one a row, any unit
 * @returns null where more than half of the values are the same, or no process can be fitted: to too few different points, too many
 * features, numbers too large to be subtracted, or covariances that are singular
 */
export function* robustResiduals(
  regression: Regression,
  values: Float64Array,
  random: Random,
): Generator<undefined, Residuals | null> {
  const centre = computeMedian(values);
  const deviation = robustDeviation(values, centre);
  if (!(deviation > 0 && Number.isFinite(deviation))) return null;
  const standardised = values.map((value) => (value - centre) / deviation);
  if (!standardised.every(Number.isFinite) || regression.inputs.rows > MAX_FEATURES) return null;
  const order = random.permutation(standardised.length);
  let used = standardised.map((value) => Math.max(-FIRST_REACH, Math.min(FIRST_REACH, value)));
  let replaced = "";
  for (let pass = 0; ; pass++) {
    const predictions = yield* leftOutPredictions(regression, used, order, random.fork(pass));
    if (predictions === null) return null;
    const { mean, variances } = predictions;
    const residuals = standardised.map((value, row) => value - mean[row]);
    const isClipping = pass < CLIPPED_PASSES;
    const usual = quantileOf(residuals.map(Math.abs).sort(), USUAL_SHARE);
    const reach = isClipping ? CLIPPED_BEYOND * robustDeviation(residuals, 0) : REPLACED_BEYOND * usual;
    const isFar = residuals.map((residual) => Number(Math.abs(residual) > reach));
    const pulled = isFar.join("");
    if (pulled === replaced || pass === MAX_PASSES) return { values: standardised, residuals, variances };
    replaced = isClipping ? "" : pulled;
    const limit = isClipping ? reach : 0;
    used = standardised.map((value, row) =>
      isFar[row] === 0 ? value : mean[row] + Math.sign(residuals[row]) * limit,
    );
  }
}

export const computeMedian = (values: Float64Array): number => quantileOf(values.toSorted(), 0.5);

const robustDeviation = (values: Float64Array, centre: number): number =>
  DEVIATION_PER_MEDIAN * computeMedian(values.map((value) => Math.abs(value - centre)));

/** Every row predicted from the others of its block; null where no process can be fitted. @param order the rows, in random order */
function* leftOutPredictions(
  { inputs, sources }: Regression,
  values: Float64Array,
  order: Int32Array,
  random: Random,
): Generator<undefined, { mean: Float64Array; variances: Float64Array } | null> {
  const { length: count } = values;
  const gatherTrainingRows = (chosen: Int32Array) => {
    const targets = Float64Array.from(chosen, (row) => values[row]);
    return mergeRows(inputs.gatherColumns(chosen), targets);
  };
  const searched = gatherTrainingRows(order.subarray(0, SEARCH_ROWS));
  if (searched.count < MIN_DIFFERENT_POINTS) return null;
  const mean = new Float64Array(count);
  const variances = new Float64Array(count);
  const blocks = Math.ceil(count / BLOCK_ROWS);
  return yield* withPooledKernels(function* (kernels) {
    const context = {
      sources,
      random,
      kernels,
      restarts: 1,
      kind: "any",
      stopRequested: () => false,
    } as const;
    const fit: Hyperparameters = yield* quickFit(searched, {
      ...context,
      evaluationLog: createEvaluationLog(),
    });
    for (let block = 0; block < blocks; block++) {
      const chosen = order.filter((_, at) => at % blocks === block);
      const rows = gatherTrainingRows(chosen);
      const mark = kernels.mark();
      const likelihood = likelihoodOf(rows, fit.spec, fit.layout, createWorkspace(kernels, rows.count));
      const point = fit.point.slice();
      if (!(yield* evaluateWithEnoughNoise(likelihood, point, fit.layout))) return null;
      const leftOut = leaveOneOut(rows, likelihood.state);
      chosen.forEach((row, at) => {
        const merged = rows.mergedRow[at];
        mean[row] = leftOut.mean[merged];
        variances[row] = leftOut.variance[merged];
      });
      kernels.release(mark);
    }
    return { mean, variances };
  });
}
