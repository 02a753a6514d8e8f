/** How far along each dimension an emulator would err to the same side if no training row turned its errors. */
import { nonNegativeLeastSquares } from "../../math/non-negative.ts";
import type { KnownRows } from "./known-rows.ts";

/** What the lengths are found from: points of which nothing but their margins is known. */
export interface MarginSample {
  /** count x dimensions, row-major; each range from 0 to 1. */
  places: Float64Array;
  /** Of each point; those that are no usable numbers are left out. */
  margins: Float64Array;
  dimensions: number;
}

/**
 * Of the mean distance between training rows: so far that the rows between two points make their errors differ, and not so far
 * that a field of such lengths could not turn from one row to the next. With it the means of drawn errors over the whole space
 * are as large as those of the true errors are on the functions of `npm run bench -- yield`.
 */
const REACH = 2;
/** Of all pairs of so many points the steepness is steady. */
const POINTS = 256;
/** Of the steepest dimension: a length is never so large that errors along its dimension count as one and the same. */
const MIN_STEEPNESS = 0.05;
/** Their squared differences are finite. */
const LARGEST = 1e150;

/**
 * Where the margin is flat the rows might as well lie in a space without that dimension. So lengths go inversely with steepness,
 * and a box of the mean distances between rows holds one row; a dimension takes no more room than its whole range.
 */
export function errorLengths({ places }: KnownRows, sample: MarginSample): Float64Array {
  const lengths = steepness(sample).map((one) => 1 / one);
  const rows = places.length / Math.max(1, sample.dimensions);
  const wanted = -Math.log(Math.max(1, rows));
  const room = (shift: number) =>
    lengths.reduce((sum, length) => sum + Math.min(0, Math.log(length) + shift), 0);
  // The shortest at its whole range leaves all the room; the longest at the box's share of one dimension leaves too little.
  let [low, high] = [wanted - Math.log(Math.max(...lengths)), -Math.log(Math.min(...lengths))];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (room(middle) < wanted) low = middle;
    else high = middle;
  }
  return lengths.map((length) => REACH * length * Math.exp(high));
}

/**
 * Of the margin along each dimension, the steepest 1; all 1 where the points do not tell.
 *
 * Squared differences of pairs of points, fitted by those of their places (a variogram's slopes: Matheron, 1963); near pairs
 * weigh more.
 */
function steepness({ places, margins, dimensions }: MarginSample): Float64Array {
  const used: number[] = [];
  for (let i = 0; i < margins.length && used.length < POINTS; i++)
    if (Math.abs(margins[i]) < LARGEST) used.push(i);
  const gram = new Float64Array(dimensions ** 2);
  const projections = new Float64Array(dimensions);
  const shares = new Float64Array(dimensions);
  used.forEach((one, at) => {
    for (const other of used.slice(0, at)) {
      let distance = 0;
      for (let d = 0; d < dimensions; d++) {
        shares[d] = (places[one * dimensions + d] - places[other * dimensions + d]) ** 2;
        distance += shares[d];
      }
      if (distance === 0) continue;
      const slope = (margins[one] - margins[other]) ** 2 / distance;
      for (let d = 0; d < dimensions; d++) {
        shares[d] /= distance;
        projections[d] += shares[d] * slope;
        for (let e = 0; e <= d; e++) gram[d * dimensions + e] += shares[d] * shares[e];
      }
    }
  });
  for (let d = 0; d < dimensions; d++)
    for (let e = 0; e < d; e++) gram[e * dimensions + d] = gram[d * dimensions + e];
  const slopes = nonNegativeLeastSquares(gram, projections, dimensions).map(Math.sqrt);
  const steepest = Math.max(0, ...slopes);
  return slopes.map((slope) => (steepest > 0 ? Math.max(MIN_STEEPNESS, slope / steepest) : 1));
}
