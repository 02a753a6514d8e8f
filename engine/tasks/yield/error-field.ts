/**
 * What an emulator's errors may be, all over the space at once: draws of a standard normal random field, by which the errors'
 * standard deviations are multiplied. Near points err together, so the errors do not average out over many points; far ones
 * err on their own, so they do not all err to one side either.
 *
 * Fields of a squared exponential covariance by random Fourier features (Rahimi and Recht, 2007).
 */
import { createRandom, type Random } from "../../math/random.ts";

const FEATURES = 96;

export interface ErrorField {
  draws: number;
  /** One number a draw at each place: places x draws, row-major. @param places count x dimensions, each range from 0 to 1 */
  at(places: Float64Array, count: number): Float64Array;
}

export interface ErrorFieldOptions {
  /** Of the correlation along each dimension; shorter in the middle of the range, longer at its ends. */
  lengths: Float64Array;
  /** That the standard deviations were learned from: of few they may be wrong themselves. */
  rows: number;
  draws: number;
  seed: number;
}

export function createErrorField({ lengths, rows, draws, seed }: ErrorFieldOptions): ErrorField {
  const random = createRandom(seed).fork(1);
  const dimensions = lengths.length;
  const frequencies = Float64Array.from(
    { length: FEATURES * dimensions },
    (_, at) => random.normal() / lengths[at % dimensions],
  );
  const sizes = errorSizes(rows, draws, random.fork(1));
  const weights = Float64Array.from(
    { length: 2 * FEATURES * draws },
    (_, at) => (sizes[at % draws] * random.normal()) / Math.sqrt(FEATURES),
  );
  return {
    draws,
    at: (places, count) => {
      const stretched = places.map(stretch);
      const values = new Float64Array(count * draws);
      for (let i = 0; i < count; i++) {
        const own = values.subarray(i * draws, (i + 1) * draws);
        for (let f = 0; f < FEATURES; f++) {
          let phase = 0;
          for (let d = 0; d < dimensions; d++)
            phase += frequencies[f * dimensions + d] * stretched[i * dimensions + d];
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

/**
 * Between rows errors change their sign; beyond the outermost rows nothing turns them, so they keep it up to the end of the
 * range. So distances count less towards the ends: Perlin's "smootherstep" (2002).
 */
function stretch(place: number): number {
  const inside = Math.min(1, Math.max(0, place));
  return inside ** 3 * (inside * (6 * inside - 15) + 10);
}

/** Rows of which the standard deviations of errors are known so well that their own error does not count. */
const MANY_ROWS = 400;
const MIN_FREEDOM = 3;

/**
 * How much larger the errors of each draw are than their standard deviations say, which makes the errors those of Student's t.
 * Of the rows, most are spent on the emulator itself: a quarter counts as degrees of freedom, which on the functions of
 * `npm run bench -- yield` makes the intervals hold as often as they say.
 */
function errorSizes(rows: number, draws: number, random: Random): Float64Array {
  const freedom = Math.max(MIN_FREEDOM, Math.round(Math.min(rows, MANY_ROWS) / 4));
  return Float64Array.from({ length: draws }, () => {
    let squares = 0;
    for (let i = 0; i < freedom; i++) squares += random.normal() ** 2;
    return Math.sqrt(freedom / squares);
  });
}
