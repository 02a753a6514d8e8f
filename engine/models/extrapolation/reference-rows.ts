/**
 * Training rows that stand for all of them where a point's distance to the data is measured: in whitened features, so that
 * inputs that were only varied together are far apart when they are moved separately (Mahalanobis, 1936).
 */
import { everyRow, thinRows } from "../../dataset/table.ts";
import { Matrix } from "../../math/matrix.ts";
import { symmetricEigen } from "../../math/symmetric-eigen.ts";
import { type SpacedRows, squaredDistance } from "./nearest-rows.ts";

/** Reference rows, and values in all of them. */
const MAX_ROWS = 400;
const MAX_VALUES = 40_000;
/** Rows among which the reference rows are chosen. */
const MAX_CANDIDATES = 5000;
/** With more features their correlations are ignored. */
const MAX_WHITENED = 100;
/** Lower limit of the eigenvalues of the features' covariance matrix. */
const MIN_EIGENVALUE = 1e-3;
/** Squared distance up to which rows are repeated runs of one point. */
const SAME_POINT = 1e-12;
/** Spacings are limited to these quantiles of all spacings, so that nearly repeated rows and stray rows distort nothing. */
const MIN_SPACING_SHARE = 0.5;
const MAX_SPACING_SHARE = 0.9;

/** Rows in whitened features; the spacing of a row is the distance at which new rows are to be expected. */
export interface ReferenceRows extends SpacedRows {
  /** width x width, row-major: from standardised features to whitened ones. Empty where they stay as they are. */
  whitening: Float64Array;
}

/** The median of the rows' spacings. */
export function typicalSpacing({ spacings }: ReferenceRows): number {
  return spacings.toSorted()[Math.floor(spacings.length / 2)] ?? 1;
}

export interface IndexedReferenceRows extends ReferenceRows {
  /** The index of each reference row among the training rows. */
  indices: Int32Array;
}

/**
 * Chooses the reference rows among the training rows.
 * @param inputs features x rows, standardised
 * @param groups of each row, the number of its group, where rows are grouped: a new row is then one of a new group.
 */
export function chooseReferenceRows(inputs: Matrix, groups?: Int32Array): IndexedReferenceRows {
  const whitening = computeWhitening(inputs);
  const candidates = thinRows(everyRow(inputs.columns), MAX_CANDIDATES);
  const whitenedRows = whiten(whitening, inputs.gatherColumns(candidates).transposed());
  const maxRows = Math.max(2, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, inputs.rows))));
  const chosen = spreadOut(whitenedRows, maxRows);
  const rows = whitenedRows.gatherRows(chosen);
  const indices = chosen.map((at) => candidates[at]);
  const numbers = groups === undefined ? indices : indices.map((row) => groups[row]);
  return { whitening, rows: rows.values, spacings: computeSpacings(rows, numbers), indices };
}

/**
 * Multiplies each point by the whitening, which is symmetric.
 * @param whitening features x features, row-major; empty where features stay as they are
 * @param points points x features
 * @returns points x features, in the whitened features
 */
export function whiten(whitening: Float64Array, points: Matrix): Matrix {
  if (whitening.length === 0) return points;
  const { columns: width } = points;
  const whitened = new Matrix(points.rows, width);
  for (let i = 0; i < points.rows; i++) {
    const [point, target] = [points.row(i), whitened.row(i)];
    for (let k = 0; k < width; k++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += whitening[k * width + j] * point[j];
      target[k] = sum;
    }
  }
  return whitened;
}

/** The symmetric root of the inverse covariance: where features are independent it changes nothing. */
function computeWhitening(inputs: Matrix): Float64Array {
  const { rows: width } = inputs;
  if (width > MAX_WHITENED) return new Float64Array(0);
  const whitening = new Matrix(width, width);
  const { values, vectors } = symmetricEigen(computeCovariance(inputs));
  values.forEach((value, k) => {
    const vector = vectors.row(k);
    const scale = 1 / Math.sqrt(Math.max(MIN_EIGENVALUE, value));
    for (let i = 0; i < width; i++) {
      const share = scale * vector[i];
      const row = whitening.row(i);
      for (let j = 0; j < width; j++) row[j] += share * vector[j];
    }
  });
  return whitening.values;
}

/** Computes the covariance of features whose mean is 0. @param inputs features x rows */
function computeCovariance(inputs: Matrix): Matrix {
  const { rows: width, columns: count } = inputs;
  const covariance = new Matrix(width, width);
  for (let i = 0; i < width; i++) {
    const first = inputs.row(i);
    for (let j = 0; j <= i; j++) {
      const second = inputs.row(j);
      let sum = 0;
      for (let row = 0; row < count; row++) sum += first[row] * second[row];
      covariance.set(i, j, sum / Math.max(1, count));
      covariance.set(j, i, sum / Math.max(1, count));
    }
  }
  return covariance;
}

/** Each the one that lies furthest from those before it (Gonzalez, 1985), so that sparse regions keep their rows. */
function spreadOut(points: Matrix, most: number): Int32Array {
  const count = points.columns === 0 ? 0 : points.rows;
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const chosen: number[] = [];
  let next = 0;
  while (chosen.length < Math.min(most, count)) {
    chosen.push(next);
    const last = next;
    let furthest = SAME_POINT;
    for (let i = 0; i < count; i++) {
      nearest[i] = Math.min(nearest[i], squaredDistance(points, i, points, last));
      if (nearest[i] <= furthest) continue;
      furthest = nearest[i];
      next = i;
    }
    if (furthest === SAME_POINT) break;
  }
  return Int32Array.from(chosen).sort();
}

/** Distances to the nearest row of another group, held between two of their quantiles. */
function computeSpacings(rows: Matrix, groups: Int32Array): Float64Array {
  const { rows: count } = rows;
  const squares = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < i; k++) {
      if (groups[i] === groups[k]) continue;
      const square = squaredDistance(rows, i, rows, k);
      squares[i] = Math.min(squares[i], square);
      squares[k] = Math.min(squares[k], square);
    }
  }
  const distances = squares.map(Math.sqrt);
  const sorted = distances.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (count - 1))];
  const [least, most] = [at(MIN_SPACING_SHARE), at(MAX_SPACING_SHARE)];
  return distances.map((distance) =>
    Number.isFinite(distance) ? Math.min(most, Math.max(least, distance)) : 1,
  );
}
