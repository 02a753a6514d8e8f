/** Finds the rows with residuals that neither the other rows' residuals nor those of their neighbours explain. */
import type { Matrix } from "../../math/matrix.ts";
import { quantileOf } from "../../math/quantile.ts";
import { clusteredRows, nearestRows } from "./clusters.ts";
import { computeMedian, type Residuals } from "./robust-residuals.ts";

/** The residuals up to this percentile are those of sound rows, as long as at most a fifth of the rows is wrong. */
const USUAL_SHARE = 0.8;
/**
 * The limit in median residuals of the nearest rows: noise that grows, jumps and corners of the data have neighbours with large
 * residuals.
 */
const TIMES_LOCAL = 5;
const NEIGHBOUR_COUNT = 10;
/** So many neighbours with nearly the value of the row, as a share of its residual, explain it by a jump between them and others. */
const ALIKE_COUNT = 2;
const ALIKE_WITHIN = 0.1;
/** The limit in robust standard deviations of the output: smaller deviations change no emulator that anybody uses. */
const MIN_RESIDUAL = 0.2;
/** Rows that do not fit are no outliers if they are more than this share: the inputs do not explain the output. */
const MAX_SHARE = 0.2;
/** The median of gross errors exceeds the limit by this factor; that of the tail of a usual distribution does not. */
const MIN_TIMES_LIMIT = 2;
const LIMIT_STEP = 1.25;

/**
 * The limit in 80th percentiles: with normal errors 4.5 times the 80th percentile is 5.8 standard deviations, one row in 10^8.
 */
const TIMES_USUAL = 4.5;

const scaleResiduals = ({ residuals, variances }: Residuals): Float64Array =>
  residuals.map(
    (residual, row) => Math.abs(residual) / Math.sqrt(Math.max(Number.MIN_VALUE, variances[row])),
  );

const computeLimit = (scaled: Float64Array, times: number): number =>
  times * quantileOf(scaled.toSorted(), USUAL_SHARE);

export interface FarLimits {
  /** The limit in 80th percentiles of the residuals, each over its predicted deviation. */
  timesUsual: number;
  /** The limit in robust standard deviations of the output. */
  minResidual: number;
}

/** @returns the test of a row: whether its residual is beyond both limits */
export function createFarTest(
  predicted: Residuals,
  { timesUsual, minResidual }: FarLimits,
): (row: number) => boolean {
  const scaled = scaleResiduals(predicted);
  const limit = computeLimit(scaled, timesUsual);
  return (row) => scaled[row] > limit && Math.abs(predicted.residuals[row]) > minResidual;
}

/**
 * A row is contradicted where its residual is far beyond the usual ones and those of its neighbours, its neighbours do not have its
 * value, and rows like it do not lie together.
 *
 * @param inputs features x rows, standardised
 * @returns the rows, ascending; none where too many do not fit
 */
export function contradictedRows(predicted: Residuals, inputs: Matrix): Int32Array {
  const { values, residuals } = predicted;
  const { length: count } = residuals;
  const sizes = residuals.map(Math.abs);
  const scaled = scaleResiduals(predicted);
  const limit = computeLimit(scaled, TIMES_USUAL);
  const isFar = scaled.map((size, row) => Number(size > limit && sizes[row] > MIN_RESIDUAL));
  const far = Int32Array.from(isFar.keys()).filter((row) => isFar[row] === 1);
  if (far.length > MAX_SHARE * count) return new Int32Array(0);
  const contradicted = far.filter((row) => {
    const near = nearestRows(inputs, row, NEIGHBOUR_COUNT);
    const local = computeMedian(Float64Array.from(near, (neighbour) => sizes[neighbour]));
    if (sizes[row] <= TIMES_LOCAL * local) return false;
    const sound = nearestRows(inputs, row, NEIGHBOUR_COUNT, (other) => isFar[other] === 1);
    const tolerance = ALIKE_WITHIN * sizes[row];
    const alike = sound.filter((neighbour) => Math.abs(values[neighbour] - values[row]) < tolerance);
    return alike.length < ALIKE_COUNT;
  });
  const clustered = clusteredRows(contradicted, residuals.map(Math.sign), inputs);
  const rows = contradicted.filter((row) => !clustered.has(row));
  return grossRows(rows, scaled, limit);
}

/** The rows beyond the least limit of which the residuals beyond it are clearly larger. */
function grossRows(rows: Int32Array, scaled: Float64Array, usualLimit: number): Int32Array {
  for (let limit = usualLimit; ; limit *= LIMIT_STEP) {
    const beyond = rows.filter((row) => scaled[row] > limit);
    if (beyond.length === 0) return beyond;
    if (computeMedian(Float64Array.from(beyond, (row) => scaled[row])) >= MIN_TIMES_LIMIT * limit)
      return beyond;
  }
}
