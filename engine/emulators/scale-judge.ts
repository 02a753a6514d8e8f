/**
 * What an output's values leave unexplained on a scale: by quick models that are fitted without a search, each value
 * predicted from the others. A quadratic trend does for many inputs, Gaussian processes for what is curved; together they
 * tell apart scales that a good emulator would tell apart.
 */
import { thinRows } from "../data/table.ts";
import { factorise, inverseDiagonal, solve } from "../math/cholesky.ts";
import { createTrend, type Trend } from "./trend.ts";

/** Rows by which scales are compared, and from which the processes predict: fewer where many outputs wait for them. */
const MOST_ROWS = 250;
const FEWEST_ROWS = 60;
const FEW_OUTPUTS = 100;
/** In deviations of a feature, for one feature; further apart where there are more. */
const LENGTHS = [0.7, 1.5, 3];
/** As shares of the signal's variance. */
const NOISES = [1e-6, 1e-3, 3e-2];
/** Prior variance of a straight line's slopes, and of a quadratic's, so wide that the data decide. */
const LINEAR = 100;
const QUADRATIC = 10;

export interface LeftOut {
  /** Of each judged row, the value less its prediction from the other rows. */
  residuals: Float64Array;
  /** How the residuals' variances compare. */
  variances: Float64Array;
}

/** Predicts standardised values, one for each row that the judge was made for, at the judged rows. */
type Predictor = (values: Float64Array) => LeftOut;

export interface ScaleJudge {
  /** The judged rows, as indices into those the judge was made for. */
  rows: Int32Array;
  predictors: readonly Predictor[];
}

/**
 * Yields between long steps.
 *
 * @param features width x count, feature-major, standardised.
 */
export function* createScaleJudge(
  features: Float64Array,
  width: number,
  count: number,
  outputs: number,
): Generator<undefined, ScaleJudge> {
  const most = Math.max(FEWEST_ROWS, MOST_ROWS * Math.min(1, Math.sqrt(FEW_OUTPUTS / outputs)));
  const rows = thinRows(
    Int32Array.from({ length: count }, (_, row) => row),
    Math.floor(most),
  );
  const inputs = new Float64Array(width * rows.length);
  for (let k = 0; k < width; k++) {
    rows.forEach((row, i) => {
      inputs[k * rows.length + i] = features[k * count + row] ?? 0;
    });
  }
  const predictors = [trendOf(createTrend(features, width, count), rows)];
  for (const length of LENGTHS) {
    for (const noise of NOISES) {
      yield;
      const process = processOf(inputs, width, rows, length, noise);
      if (process !== null) predictors.push(process);
    }
  }
  return { rows, predictors };
}

function trendOf(trend: Trend, rows: Int32Array): Predictor {
  const variances = new Float64Array(rows.length).fill(1);
  return (values) => {
    const residuals = trend.residuals(values);
    return { residuals: Float64Array.from(rows, (row) => residuals[row] ?? 0), variances };
  };
}

/** Leave-one-out predictions in closed form: Sundararajan and Keerthi (2001). Null where the rows are too much alike. */
function processOf(
  inputs: Float64Array,
  width: number,
  rows: Int32Array,
  length: number,
  noise: number,
): Predictor | null {
  const count = rows.length;
  const factor = new Float64Array(count * count);
  if (!factorise(covariances(inputs, width, count, length, noise), factor, count)) return null;
  const precisions = new Float64Array(count);
  inverseDiagonal(factor, new Float64Array(count * count), precisions, count);
  const variances = precisions.map((precision) => 1 / precision);
  return (values) => {
    const residuals = Float64Array.from(rows, (row) => values[row] ?? 0);
    solve(factor, residuals, count);
    return { residuals: residuals.map((value, i) => value * (variances[i] ?? 0)), variances };
  };
}

/** Matern 5/2 on a quadratic trend; only the lower triangle is filled. */
function covariances(
  inputs: Float64Array,
  width: number,
  count: number,
  length: number,
  noise: number,
): Float64Array {
  const matrix = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let squares = 0;
      let product = 0;
      for (let k = 0; k < width; k++) {
        const a = inputs[k * count + i] ?? 0;
        const b = inputs[k * count + j] ?? 0;
        squares += (a - b) ** 2;
        product += a * b;
      }
      const distance = Math.sqrt((5 * squares) / width) / length;
      const share = product / width;
      matrix[i * count + j] =
        (1 + distance + distance ** 2 / 3) * Math.exp(-distance) +
        LINEAR * (1 + share) +
        QUADRATIC * share ** 2 +
        (i === j ? noise : 0);
    }
  }
  return matrix;
}
