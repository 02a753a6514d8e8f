/** The distance of points from the training rows. */
import type { Feature, ValueFeature } from "../../dataset/columns.ts";
import { nearestRows, squaredDistance } from "./nearest-rows.ts";
import { type ReferenceRows, whiten } from "./reference-rows.ts";

/** A value so far outside its range, in units of the range, is as far as a point one spacing away from the rows. */
const OUTSIDE_UNIT = 0.15;

/** Distances with their derivatives by the features, features x count. */
export interface DataDistancesWithGradients {
  distances: Float64Array;
  gradients: Float64Array;
}

/** Points among the reference rows: whitened (count x width, row-major), each with its nearest row (-1: none) and its distance. */
interface LocatedPoints {
  points: Float64Array;
  nearest: Int32Array;
  distances: Float64Array;
}

/**
 * The distance of each point to the reference rows, in spacings of the nearest one: about 1 where new rows are to be expected.
 * @param encoded features x count, feature-major.
 */
export function dataDistances(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  encoded: Float64Array,
  count: number,
): Float64Array {
  return locate(referenceRows, features, encoded, count).distances;
}

/**
 * The distance has a kink where the nearest row changes, and the gradient is that on one side of it; at a row itself
 * it is 0.
 */
export function dataDistancesWithGradients(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  encoded: Float64Array,
  count: number,
): DataDistancesWithGradients {
  const width = features.length;
  const { rows, spacings, whitening } = referenceRows;
  const difference = new Float64Array(width);
  const { points, nearest, distances } = locate(referenceRows, features, encoded, count);
  const gradients = new Float64Array(width * count);
  nearest.forEach((row, i) => {
    if (row < 0) return;
    for (let k = 0; k < width; k++) difference[k] = points[i * width + k] - rows[row * width + k];
    // The whitening is symmetric.
    const along = whiten(whitening, difference, width);
    features.forEach((feature, j) => {
      const outside = outsideRange(feature, encoded[j * count + i]) / rangeUnit(feature);
      gradients[j * count + i] = (along[j] / spacings[row] ** 2 + outside) / (distances[i] || 1);
    });
  });
  return { distances, gradients };
}

function locate(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  encoded: Float64Array,
  count: number,
): LocatedPoints {
  const width = features.length;
  const points = whitenedPoints(referenceRows, width, encoded, count);
  const nearest = nearestRows(referenceRows, width, points, count);
  const squares = squaresOutside(features, encoded, count);
  const { rows, spacings } = referenceRows;
  for (let i = 0; i < count; i++) {
    const row = nearest[i];
    if (row >= 0)
      squares[i] += squaredDistance(rows, row, points, i, width) / (spacings[row] * spacings[row]);
  }
  return { points, nearest, distances: squares.map(Math.sqrt) };
}

/** Count x width, row-major. */
function whitenedPoints(
  { whitening }: ReferenceRows,
  width: number,
  encoded: Float64Array,
  count: number,
): Float64Array {
  const points = new Float64Array(count * width);
  for (let j = 0; j < width; j++)
    for (let i = 0; i < count; i++) points[i * width + j] = encoded[j * count + i];
  return whiten(whitening, points, width);
}

/** Sums over each point's features the squares of their distances outside their ranges. */
function squaresOutside(features: readonly Feature[], encoded: Float64Array, count: number): Float64Array {
  const squares = new Float64Array(count);
  features.forEach((feature, j) => {
    for (let i = 0; i < count; i++) squares[i] += outsideRange(feature, encoded[j * count + i]) ** 2;
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
