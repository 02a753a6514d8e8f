/** The correlation lengths of an emulator's errors along each dimension, without the training rows. */
import { Matrix } from "../../math/matrix.ts";
import { nonNegativeLeastSquares } from "../../math/non-negative.ts";
import type { KnownRows } from "./known-rows.ts";

/** The sample that the lengths are estimated from: points and their margins. */
export interface MarginSample {
  /** count x dimensions, row-major; each range from 0 to 1. */
  places: Float64Array;
  /** The margin of each point; values that are not finite are left out. */
  margins: Float64Array;
  dimensions: number;
}

/**
 * The factor of the mean distance between training rows. It is large enough that the rows between two points make
 * their errors differ, and small enough that the field can turn from one row to the next. With this value the means
 * of drawn errors over the whole space are as large as those of the true errors on the functions of `npm run bench --
 * yield`.
 */
const ROW_DISTANCE_FACTOR = 2;
/** The steepness is steady over all pairs of this many points. */
const MAX_COMPARED_POINTS = 256;
/**
 * The smallest steepness, relative to the steepest dimension: it bounds the lengths, so that errors along a flat
 * dimension are not all the same.
 */
const MIN_STEEPNESS = 0.05;
/** The squared differences of margins below this size are finite. */
const MAX_MARGIN_SIZE = 1e150;

/**
 * Computes the lengths. A dimension along which the margin is flat does not separate the rows. The lengths are
 * therefore inversely proportional to the steepness, scaled so that a box of the mean distances between rows contains
 * one row; a dimension takes no more room than its whole range.
 * @returns one length per dimension, in the unit of the range
 */
export function computeErrorLengths({ places }: KnownRows, sample: MarginSample): Float64Array {
  const lengths = steepness(sample).map((slope) => 1 / slope);
  const rows = places.length / Math.max(1, sample.dimensions);
  const logRowVolume = -Math.log(Math.max(1, rows));
  const room = (shift: number) =>
    lengths.reduce((sum, length) => sum + Math.min(0, Math.log(length) + shift), 0);
  // The shortest at its whole range leaves all the room; the longest at the box's share of one dimension leaves too little.
  let [low, high] = [logRowVolume - Math.log(Math.max(...lengths)), -Math.log(Math.min(...lengths))];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (room(middle) < logRowVolume) low = middle;
    else high = middle;
  }
  return lengths.map((length) => ROW_DISTANCE_FACTOR * length * Math.exp(high));
}

/**
 * Computes the steepness of the margin along each dimension, the steepest 1; all 1 where the points do not tell.
 *
 * Squared differences of pairs of points, fitted by those of their places (a variogram's slopes: Matheron, 1963);
 * near pairs weigh more.
 */
function steepness({ places, margins, dimensions }: MarginSample): Float64Array {
  const used: number[] = [];
  for (let i = 0; i < margins.length && used.length < MAX_COMPARED_POINTS; i++)
    if (Math.abs(margins[i]) < MAX_MARGIN_SIZE) used.push(i);
  const gram = new Matrix(dimensions, dimensions);
  const projections = new Float64Array(dimensions);
  const shares = new Float64Array(dimensions);
  used.forEach((first, at) => {
    for (const second of used.slice(0, at)) {
      let distance = 0;
      for (let d = 0; d < dimensions; d++) {
        shares[d] = (places[first * dimensions + d] - places[second * dimensions + d]) ** 2;
        distance += shares[d];
      }
      if (distance === 0) continue;
      const slope = (margins[first] - margins[second]) ** 2 / distance;
      for (let d = 0; d < dimensions; d++) {
        shares[d] /= distance;
        projections[d] += shares[d] * slope;
        for (let e = 0; e <= d; e++) gram.set(d, e, gram.at(d, e) + shares[d] * shares[e]);
      }
    }
  });
  for (let d = 0; d < dimensions; d++) for (let e = 0; e < d; e++) gram.set(e, d, gram.at(d, e));
  const slopes = nonNegativeLeastSquares(gram, projections).map(Math.sqrt);
  const steepest = Math.max(0, ...slopes);
  return slopes.map((slope) => (steepest > 0 ? Math.max(MIN_STEEPNESS, slope / steepest) : 1));
}
