/**
 * What an emulator's errors may be, all over the space at once: draws of a standard normal random field, by which the errors'
 * standard deviations are multiplied. Near points err together, so the errors do not average out over many points; but an
 * emulator that errs to one side at a point has been turned at the training rows around it, so beyond them it errs to the other
 * as soon as to the same. So the field is one that vanishes at the rows, brought to the same size everywhere.
 *
 * Fields of a squared exponential covariance by random Fourier features (Rahimi and Recht, 2007), whose weights are drawn given
 * that the field is next to 0 at the rows (Bayesian linear regression).
 */
import { factorise, solveLower, solveTransposed } from "../../math/cholesky.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { KnownRows } from "./known-rows.ts";

const FREQUENCIES = 96;
/** A cosine and a sine of each. */
const FEATURES = 2 * FREQUENCIES;
/** The variance that is left of the field at a row: what a smoother field than the true errors could not follow otherwise. */
const NUGGET = 1e-7;

export interface ErrorField {
  draws: number;
  /** One number a draw at each place: places x draws, row-major. @param places count x dimensions, each range from 0 to 1 */
  at(places: Float64Array, count: number): Float64Array;
}

export interface ErrorFieldOptions {
  /** Of the correlation along each dimension, were there no rows. */
  lengths: Float64Array;
  /** That the standard deviations were learned from: of few they may be wrong themselves. */
  rows: KnownRows;
  draws: number;
  seed: number;
}

export function createErrorField({ lengths, rows, draws, seed }: ErrorFieldOptions): ErrorField {
  const random = createRandom(seed).fork(1);
  const dimensions = lengths.length;
  const frequencies = Float64Array.from(
    { length: FREQUENCIES * dimensions },
    (_, at) => random.normal() / lengths[at % dimensions],
  );
  const features = new Float64Array(FEATURES);
  const fill = (places: Float64Array, at: number): Float64Array => {
    for (let f = 0; f < FREQUENCIES; f++) {
      let phase = 0;
      for (let d = 0; d < dimensions; d++)
        phase += frequencies[f * dimensions + d] * places[at * dimensions + d];
      features[2 * f] = Math.cos(phase) / Math.sqrt(FREQUENCIES);
      features[2 * f + 1] = Math.sin(phase) / Math.sqrt(FREQUENCIES);
    }
    return features;
  };
  const precision = precisionOf(rows.places, dimensions, fill);
  const weights = drawnWeights(precision, errorSizes(rows.count, draws, random.fork(1)), random);
  return {
    draws,
    at: (places, count) => {
      const values = new Float64Array(count * draws);
      for (let i = 0; i < count; i++) {
        const own = values.subarray(i * draws, (i + 1) * draws);
        const ofPoint = fill(places, i);
        for (let f = 0; f < FEATURES; f++) {
          const factor = ofPoint[f];
          const from = f * draws;
          for (let m = 0; m < draws; m++) own[m] += factor * weights[from + m];
        }
        solveLower(precision, ofPoint, FEATURES);
        const deviation = Math.sqrt(ofPoint.reduce((sum, one) => sum + one * one, 0));
        for (let m = 0; m < draws; m++) own[m] /= deviation;
      }
      return values;
    },
  };
}

/** The Cholesky factor of the weights' precision matrix, given that the field is 0 at the rows but for the nugget. */
function precisionOf(
  places: Float64Array,
  dimensions: number,
  fill: (places: Float64Array, at: number) => Float64Array,
): Float64Array {
  const matrix = new Float64Array(FEATURES * FEATURES);
  for (let f = 0; f < FEATURES; f++) matrix[f * FEATURES + f] = 1;
  const count = dimensions === 0 ? 0 : places.length / dimensions;
  for (let row = 0; row < count; row++) {
    const own = fill(places, row);
    for (let f = 0; f < FEATURES; f++)
      for (let g = 0; g <= f; g++) matrix[f * FEATURES + g] += (own[f] * own[g]) / NUGGET;
  }
  const factor = new Float64Array(FEATURES * FEATURES);
  // The smallest eigenvalue is 1.
  factorise(matrix, factor, FEATURES);
  return factor;
}

/** Features x draws, row-major. @param sizes of each draw */
function drawnWeights(precision: Float64Array, sizes: Float64Array, random: Random): Float64Array {
  const draws = sizes.length;
  const weights = new Float64Array(FEATURES * draws);
  const own = new Float64Array(FEATURES);
  for (let m = 0; m < draws; m++) {
    for (let f = 0; f < FEATURES; f++) own[f] = sizes[m] * random.normal();
    solveTransposed(precision, own, FEATURES);
    for (let f = 0; f < FEATURES; f++) weights[f * draws + m] = own[f];
  }
  return weights;
}

/** Rows of which the standard deviations of errors are known so well that their own error does not count. */
const MANY_ROWS = 400;
const MIN_FREEDOM = 3;
/** Rows that one degree of freedom takes: most are spent on the emulator itself. Found on the functions of `npm run bench -- yield`. */
const ROWS_A_FREEDOM = 10;

/** Degrees of freedom that the size of the errors is known with. @param rows of the training */
export const errorFreedom = (rows: number): number =>
  Math.max(MIN_FREEDOM, Math.round(Math.min(rows, MANY_ROWS) / ROWS_A_FREEDOM));

/** How much larger the errors of each draw are than their standard deviations say, which makes the errors those of Student's t. */
function errorSizes(rows: number, draws: number, random: Random): Float64Array {
  const freedom = errorFreedom(rows);
  return Float64Array.from({ length: draws }, () => {
    let squares = 0;
    for (let i = 0; i < freedom; i++) squares += random.normal() ** 2;
    return Math.sqrt(freedom / squares);
  });
}
