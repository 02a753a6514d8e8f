/**
 * What an emulator's errors may be, all over the space at once: draws of a standard normal random field, by which the errors'
 * standard deviations are multiplied. Near points err together, so the errors do not average out over many points; far ones
 * err on their own, so they do not all err to one side either.
 *
 * Fields of a squared exponential covariance by random Fourier features (Rahimi and Recht, 2007).
 */
import { createRandom } from "../../math/random.ts";

const FEATURES = 96;

export interface ErrorField {
  draws: number;
  /** One number a draw at each place: places x draws, row-major. @param places count x dimensions */
  at(places: Float64Array, count: number): Float64Array;
}

/** @param lengths of the correlation along each dimension */
export function createErrorField(lengths: Float64Array, draws: number, seed: number): ErrorField {
  const random = createRandom(seed).fork(1);
  const dimensions = lengths.length;
  const frequencies = Float64Array.from(
    { length: FEATURES * dimensions },
    (_, at) => random.normal() / lengths[at % dimensions],
  );
  const weights = Float64Array.from(
    { length: 2 * FEATURES * draws },
    () => random.normal() / Math.sqrt(FEATURES),
  );
  return {
    draws,
    at: (places, count) => {
      const values = new Float64Array(count * draws);
      for (let i = 0; i < count; i++) {
        const own = values.subarray(i * draws, (i + 1) * draws);
        for (let f = 0; f < FEATURES; f++) {
          let phase = 0;
          for (let d = 0; d < dimensions; d++)
            phase += frequencies[f * dimensions + d] * places[i * dimensions + d];
          const [cosine, sine] = [Math.cos(phase), Math.sin(phase)];
          const first = 2 * f * draws;
          for (let m = 0; m < draws; m++)
            own[m] += cosine * weights[first + m] + sine * weights[first + draws + m];
        }
      }
      return values;
    },
  };
}

/** Of the mean distance between training rows; found on the functions of `npm run bench -- yield`, whose truth is known. */
const REACH = 0.9;

/** Errors change their sign from one training row to the next, so they reach about as far as the rows lie apart. */
export function errorLengths(rows: number, dimensions: number): Float64Array {
  return new Float64Array(dimensions).fill(REACH * rows ** (-1 / Math.max(1, dimensions)));
}
