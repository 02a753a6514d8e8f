/**
 * Leave-one-out residuals of an output's values on a scale under quick models, which need no search: a quadratic trend, which
 * works with many inputs, and Gaussian processes with fixed hyperparameters for curved functions. Together they distinguish
 * the scales that a good emulator would.
 */
import { everyRow, gatherRows, thinRows } from "../../dataset/table.ts";
import { fill } from "../../math/kernels/arena.ts";
import { threadKernels } from "../../math/kernels/layer-kernels.ts";
import { Matrix } from "../../math/matrix.ts";
import { createTrend, type Trend } from "../../math/trend.ts";

/** Scales are compared, and the processes are fitted, on at most this many rows; on fewer with many outputs. */
const MAX_ROWS = 250;
const MIN_ROWS = 60;
const FEW_OUTPUTS = 100;
/** The length scales for one feature, in its deviations; they grow with the number of features. */
const LENGTH_SCALES = [0.7, 1.5, 3];
/** The noise variances as shares of the signal's variance. */
const NOISE_SHARES = [1e-6, 1e-3, 3e-2];
/** Prior variances of the linear and of the quadratic coefficients of the trend, so large that the data decide. */
const LINEAR_PRIOR_VARIANCE = 100;
const QUADRATIC_PRIOR_VARIANCE = 10;

export interface LeaveOneOutResiduals {
  /** For each column, at the scored rows: the value less its prediction from the other rows. */
  residuals: Float64Array[];
  /** The variances of the residuals, up to a common factor. */
  variances: Float64Array;
}

/** Predicts columns of standardised values, one for each row that the scorer was created for, at the scored rows. */
type Predictor = (columns: readonly Float64Array[]) => LeaveOneOutResiduals;

export interface ScaleScorer {
  /** The scored rows, as indices into those that the scorer was created for. */
  rows: Int32Array;
  predictors: readonly Predictor[];
}

/**
 * Creates the quick models of scales. Yields between long steps.
 *
 * @param features features x rows, standardised
 * @param outputs the number of outputs that will be scored: with many of them fewer rows are used
 * @returns the scored rows and the predictors of columns of values at all rows
 */
export function* createScaleScorer(features: Matrix, outputs: number): Generator<undefined, ScaleScorer> {
  const maxRows = Math.max(MIN_ROWS, MAX_ROWS * Math.min(1, Math.sqrt(FEW_OUTPUTS / outputs)));
  const rows = thinRows(everyRow(features.columns), Math.floor(maxRows));
  const inputs = features.gatherColumns(rows);
  const predictors = [createTrendPredictor(createTrend(features), rows)];
  yield;
  const trend = trendCovariances(inputs);
  for (const length of LENGTH_SCALES) {
    for (const noise of NOISE_SHARES) {
      const process = createProcessPredictor({ inputs, rows, trend }, length, noise);
      if (process !== null) predictors.push(process);
      yield;
    }
  }
  return { rows, predictors };
}

function createTrendPredictor(trend: Trend, rows: Int32Array): Predictor {
  const variances = new Float64Array(rows.length).fill(1);
  return (columns) => ({
    residuals: columns.map((values) => gatherRows(trend.residuals(values), 1, rows)),
    variances,
  });
}

/** The rows to which the processes are fitted, and the covariances that they share. */
interface ScoredRows {
  /** features x scored rows. */
  inputs: Matrix;
  /** The scored rows, as indices into those that the scorer was created for. */
  rows: Int32Array;
  /** The covariances of the trend, scored rows x scored rows: the upper triangle alone is read. */
  trend: Matrix;
}

/**
 * Predicts each row from the others in closed form, r = (K⁻¹ y)ᵢ / (K⁻¹)ᵢᵢ with the variance 1 / (K⁻¹)ᵢᵢ:
 * Sundararajan and Keerthi (2001). Null where the rows are too much alike for a factorisation of the covariances K.
 */
function createProcessPredictor(
  { inputs, rows, trend }: ScoredRows,
  length: number,
  noise: number,
): Predictor | null {
  const kernels = threadKernels();
  const count = rows.length;
  const mark = kernels.mark();
  const points = kernels.matrix64(inputs.rows, count);
  fill(points, inputs.values);
  for (let at = 0; at < points.values.length; at++) points.values[at] /= length * Math.sqrt(inputs.rows);
  const covariances = kernels.matrix64(count, count);
  kernels.covariance("Matern 5/2", points, noise, covariances);
  for (let i = 0; i < count; i++) {
    const row = covariances.values.subarray(i * covariances.stride, i * covariances.stride + count);
    for (let j = i; j < count; j++) row[j] += trend.at(i, j);
  }
  const isSound = kernels.cholesky(covariances);
  const precisions = kernels.vector64(count);
  if (isSound) kernels.inverseDiagonal(covariances, precisions);
  const variances = precisions.values.slice(0, count).map((precision) => 1 / precision);
  // Other tasks use the memory of the kernels until the next prediction.
  const factor = Matrix.copyOf(covariances).values;
  kernels.release(mark);
  if (!isSound) return null;

  return (columns) => {
    const begin = kernels.mark();
    const cholesky = kernels.matrix64(count, count);
    fill(cholesky, factor);
    const values = kernels.matrix64(count, columns.length);
    columns.forEach((column, at) => {
      for (let i = 0; i < count; i++) values.values[i * values.stride + at] = column[rows[i]];
    });
    kernels.solveLower(cholesky, values);
    kernels.solveUpper(cholesky, values);
    const residuals = columns.map((_, at) =>
      variances.map((variance, i) => values.values[i * values.stride + at] * variance),
    );
    kernels.release(begin);
    return { residuals, variances };
  };
}

/** Computes the covariances of a quadratic trend (rows x rows): the upper triangle alone. */
function trendCovariances(inputs: Matrix): Matrix {
  const { rows: featureCount, columns: count } = inputs;
  const kernels = threadKernels();
  const mark = kernels.mark();
  const points = kernels.matrix64(featureCount, count);
  fill(points, inputs.values);
  const products = kernels.matrix64(count, count);
  kernels.multiply(points, points, products, "Aᵀ B");
  const trendCovariance = Matrix.copyOf(products).values.map((product) => {
    const share = product / featureCount;
    return LINEAR_PRIOR_VARIANCE * (1 + share) + QUADRATIC_PRIOR_VARIANCE * share ** 2;
  });
  kernels.release(mark);
  return new Matrix(count, count, trendCovariance);
}
