/**
 * Draws of an emulator's errors over the whole space: a standard normal random field that scales the errors' standard
 * deviations. Errors of near points are correlated, so they do not average out over many points. The field vanishes
 * at the training rows and is rescaled to unit variance everywhere: between rows the emulator was corrected by them,
 * so its error changes sign beyond a row as often as not. The field has a squared exponential covariance by random
 * Fourier features (A. Rahimi and B. Recht, 2007), whose weights are drawn given that the field is almost 0 at the
 * rows (Bayesian linear regression).
 */
import { factoriseDefinite, solveLower, solveTransposed } from "../../math/cholesky.ts";
import { Matrix } from "../../math/matrix.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { KnownRows } from "./known-rows.ts";

const FREQUENCY_COUNT = 96;
/** Each frequency has a cosine and a sine. */
const FEATURE_COUNT = 2 * FREQUENCY_COUNT;
/** The variance of the field that remains at a row, where the true errors are rougher than the field. */
const NUGGET_VARIANCE = 1e-7;

export interface ErrorField {
  draws: number;
  /**
   * Evaluates the draws: count x draws, row-major.
   * @param places count x dimensions, each range from 0 to 1
   */
  at(places: Float64Array, count: number): Float64Array;
}

export interface ErrorFieldOptions {
  /** The correlation length along each dimension, without the rows. */
  lengths: Float64Array;
  /** The rows that the standard deviations were learned from; with few rows these are uncertain themselves. */
  rows: KnownRows;
  draws: number;
  seed: number;
}

export function createErrorField({ lengths, rows, draws, seed }: ErrorFieldOptions): ErrorField {
  const random = createRandom(seed).fork(1);
  const dimensions = lengths.length;
  const frequencies = Float64Array.from(
    { length: FREQUENCY_COUNT * dimensions },
    (_, at) => random.normal() / lengths[at % dimensions],
  );
  const features = new Float64Array(FEATURE_COUNT);
  const fillFeatures = (places: Float64Array, index: number): Float64Array => {
    for (let f = 0; f < FREQUENCY_COUNT; f++) {
      let phase = 0;
      for (let d = 0; d < dimensions; d++)
        phase += frequencies[f * dimensions + d] * places[index * dimensions + d];
      features[2 * f] = Math.cos(phase) / Math.sqrt(FREQUENCY_COUNT);
      features[2 * f + 1] = Math.sin(phase) / Math.sqrt(FREQUENCY_COUNT);
    }
    return features;
  };
  const precision = factorisePrecision(rows.places, dimensions, fillFeatures);
  const weights = drawWeights(precision, drawErrorSizes(rows.count, draws, random.fork(1)), random);
  return {
    draws,
    at: (places, count) => {
      const values = new Float64Array(count * draws);
      for (let i = 0; i < count; i++) {
        const pointValues = values.subarray(i * draws, (i + 1) * draws);
        const pointFeatures = fillFeatures(places, i);
        for (let f = 0; f < FEATURE_COUNT; f++) {
          const factor = pointFeatures[f];
          const offset = f * draws;
          for (let m = 0; m < draws; m++) pointValues[m] += factor * weights[offset + m];
        }
        solveLower(precision, pointFeatures);
        const deviation = Math.sqrt(pointFeatures.reduce((sum, component) => sum + component * component, 0));
        for (let m = 0; m < draws; m++) pointValues[m] /= deviation;
      }
      return values;
    },
  };
}

/**
 * Computes the Cholesky factor of the weights' precision matrix I + Phi'Phi / nugget, given that the field is 0 at
 * the rows up to the nugget.
 */
function factorisePrecision(
  places: Float64Array,
  dimensions: number,
  fillFeatures: (places: Float64Array, at: number) => Float64Array,
): Matrix {
  const matrix = new Matrix(FEATURE_COUNT, FEATURE_COUNT);
  for (let f = 0; f < FEATURE_COUNT; f++) matrix.set(f, f, 1);
  const count = dimensions === 0 ? 0 : places.length / dimensions;
  for (let row = 0; row < count; row++) {
    const rowFeatures = fillFeatures(places, row);
    for (let f = 0; f < FEATURE_COUNT; f++) {
      const sums = matrix.row(f);
      for (let g = 0; g <= f; g++) sums[g] += (rowFeatures[f] * rowFeatures[g]) / NUGGET_VARIANCE;
    }
  }
  // The smallest eigenvalue of the precision matrix is 1.
  return factoriseDefinite(matrix);
}

/**
 * Draws the weights: features x draws, row-major.
 * @param sizes the standard deviation of each draw
 */
function drawWeights(precision: Matrix, sizes: Float64Array, random: Random): Float64Array {
  const draws = sizes.length;
  const weights = new Float64Array(FEATURE_COUNT * draws);
  const weightDraw = new Float64Array(FEATURE_COUNT);
  for (let m = 0; m < draws; m++) {
    for (let f = 0; f < FEATURE_COUNT; f++) weightDraw[f] = sizes[m] * random.normal();
    solveTransposed(precision, weightDraw);
    for (let f = 0; f < FEATURE_COUNT; f++) weights[f * draws + m] = weightDraw[f];
  }
  return weights;
}

/** From this number of rows on the standard deviations of errors count as known. */
const MAX_COUNTED_ROWS = 400;
const MIN_DEGREES_OF_FREEDOM = 3;
/**
 * The number of rows per degree of freedom; most rows are spent on the emulator itself. The value was found on the
 * functions of `npm run bench -- yield`.
 */
const ROWS_PER_DEGREE_OF_FREEDOM = 10;

/**
 * Computes the degrees of freedom that the size of the errors is known with.
 * @param rows the number of training rows
 */
export const computeErrorFreedom = (rows: number): number =>
  Math.max(MIN_DEGREES_OF_FREEDOM, Math.round(Math.min(rows, MAX_COUNTED_ROWS) / ROWS_PER_DEGREE_OF_FREEDOM));

/**
 * Draws the factors sqrt(nu / chi^2_nu) by which the errors exceed their standard deviations, which makes them
 * Student-t distributed.
 */
function drawErrorSizes(rows: number, draws: number, random: Random): Float64Array {
  const freedom = computeErrorFreedom(rows);
  return Float64Array.from({ length: draws }, () => {
    let squares = 0;
    for (let i = 0; i < freedom; i++) squares += random.normal() ** 2;
    return Math.sqrt(freedom / squares);
  });
}
