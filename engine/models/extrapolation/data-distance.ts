/** The distance of points from the training rows. */
import type { Feature, ValueFeature } from "../../dataset/columns.ts";
import { Matrix } from "../../math/matrix.ts";
import { nearestRows, squaredDistance, viewRows } from "./nearest-rows.ts";
import { type ReferenceRows, whiten } from "./reference-rows.ts";

/** A value so far outside its range, in units of the range, is as far as a point one spacing away from the rows. */
const OUTSIDE_UNIT = 0.15;

export interface DataDistancesWithGradients {
  /** One a point, in spacings. */
  distances: Float64Array;
  /** The derivatives of the distances by the features: features x points. */
  gradients: Matrix;
}

/** Points among the reference rows, each with its nearest row (-1: none) and its distance. */
interface LocatedPoints {
  /** points x features, whitened. */
  points: Matrix;
  nearest: Int32Array;
  distances: Float64Array;
}

/**
 * The distance of each point to the reference rows, in spacings of the nearest one: about 1 where new rows are to be expected.
 * @param encoded features x points, standardised
 */
export function dataDistances(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  encoded: Matrix,
): Float64Array {
  return locate(referenceRows, features, encoded).distances;
}

/**
 * The distance has a kink where the nearest row changes, and the gradient is that on one side of it; at a row itself
 * it is 0.
 */
export function dataDistancesWithGradients(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  encoded: Matrix,
): DataDistancesWithGradients {
  const { spacings, whitening } = referenceRows;
  const rows = viewRows(referenceRows);
  const difference = new Matrix(1, features.length);
  const { points, nearest, distances } = locate(referenceRows, features, encoded);
  const gradients = new Matrix(features.length, encoded.columns);
  nearest.forEach((row, i) => {
    if (row < 0) return;
    for (let k = 0; k < features.length; k++) difference.set(0, k, points.at(i, k) - rows.at(row, k));
    // The whitening is symmetric.
    const along = whiten(whitening, difference);
    features.forEach((feature, j) => {
      const outside = outsideRange(feature, encoded.at(j, i)) / rangeUnit(feature);
      gradients.set(j, i, (along.at(0, j) / spacings[row] ** 2 + outside) / (distances[i] || 1));
    });
  });
  return { distances, gradients };
}

function locate(referenceRows: ReferenceRows, features: readonly Feature[], encoded: Matrix): LocatedPoints {
  const points = whiten(referenceRows.whitening, encoded.transposed());
  const nearest = nearestRows(referenceRows, points);
  const squares = squaresOutside(features, encoded);
  const { spacings } = referenceRows;
  const rows = viewRows(referenceRows);
  nearest.forEach((row, i) => {
    if (row >= 0) squares[i] += squaredDistance(rows, row, points, i) / (spacings[row] * spacings[row]);
  });
  return { points, nearest, distances: squares.map(Math.sqrt) };
}

/** Sums over each point's features the squares of their distances outside their ranges. */
function squaresOutside(features: readonly Feature[], encoded: Matrix): Float64Array {
  const squares = new Float64Array(encoded.columns);
  features.forEach((feature, j) => {
    const values = encoded.row(j);
    for (let i = 0; i < values.length; i++) squares[i] += outsideRange(feature, values[i]) ** 2;
  });
  return squares;
}

/** Computes the distance of a feature's value below (negative) or above the range of the training rows. */
function outsideRange(feature: Feature, value: number): number {
  if (feature.kind === "level") return 0;
  const unit = rangeUnit(feature);
  const margin = rangeMargin(feature);
  const below = feature.lowest + margin - value;
  if (below > 0) return -below / unit;
  const above = value - (feature.highest - margin);
  return above > 0 ? above / unit : 0;
}

/** Between where a feature is held and the end of its range: half the range. */
export const rangeMargin = ({ lowest, highest }: ValueFeature): number => (highest - lowest) / 4;

/** Returns the unit in which distances outside a feature's range are measured. */
export function rangeUnit(feature: Feature): number {
  return feature.kind === "level" ? 1 : (OUTSIDE_UNIT * (feature.highest - feature.lowest)) / 2;
}
