/** The share of designs that are out of spec, for every draw of the emulator's errors. */
import { quantileOf } from "../../math/quantile.ts";
import type { ErrorField } from "./error-field.ts";
import type { LimitState, Rated } from "./limit-state.ts";

/** Farther from the limit, in standard deviations of its error, a point's side of the limit is certain. */
const MIN_CERTAIN_DEVIATIONS = 5;

export interface FailingShares {
  /** The failing share in each draw of the errors. */
  draws: Float64Array;
  /** By the mean prediction. */
  plain: number;
}

export interface Sample {
  /** count x dimensions, row-major */
  points: Float64Array;
  rated: Rated;
  /** The weight of each point; the weights sum to 1 over the whole distribution. */
  weights: Float64Array;
}

/**
 * Computes the failing shares over the points inside the range of the training rows.
 * @param outside 1 for each point outside that range
 */
export function computeFailingShares(
  limitState: Pick<LimitState, "dimensions" | "places">,
  field: ErrorField,
  { points, rated, weights }: Omit<Sample, "rated"> & { rated: Omit<Rated, "score"> },
  outside: Uint8Array | null,
): FailingShares {
  const { dimensions } = limitState;
  const count = weights.length;
  const draws = new Float64Array(field.draws);
  let plain = 0;
  let certain = 0;
  const open: number[] = [];
  for (let i = 0; i < count; i++) {
    if (outside !== null && outside[i] === 1) continue;
    const { margin, below, above } = rated;
    if (margin[i] < 0) plain += weights[i];
    if (margin[i] < 0 && -margin[i] >= MIN_CERTAIN_DEVIATIONS * above[i]) certain += weights[i];
    else if (margin[i] < MIN_CERTAIN_DEVIATIONS * below[i]) open.push(i);
  }
  const openPoints = new Float64Array(open.length * dimensions);
  open.forEach((i, at) => {
    openPoints.set(points.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions);
  });
  const errors = field.at(limitState.places(openPoints, open.length), open.length);
  open.forEach((i, at) => {
    const { margin, below, above } = rated;
    for (let m = 0; m < field.draws; m++) {
      const error = errors[at * field.draws + m];
      if (margin[i] + error * (error < 0 ? below[i] : above[i]) < 0) draws[m] += weights[i];
    }
  });
  return { draws: draws.map((share) => share + certain), plain };
}

/**
 * The share of the distance between the median and the share by the mean predictions that is kept, where the emulator
 * alone estimates its errors.
 */
const KEPT_SHIFT_SHARE = 0.5;

/**
 * The 2.5%, 50% and 97.5% quantiles of the share over the errors.
 *
 * Errors that are added to the predictions spread them, and move more designs into the tails. That is right of what an emulator
 * smooths away (errors independent of the prediction: Berkson, 1950), and too much of what its predictions are scattered by
 * already (errors independent of the truth). Emulators of few rows do both, so half of that shift is kept.
 *
 * @param keptShift share of the shift
 */
export function computeShareQuantiles(
  { draws, plain }: FailingShares,
  keptShift = KEPT_SHIFT_SHARE,
): {
  low: number;
  middle: number;
  high: number;
} {
  const sorted = draws.toSorted();
  const [low, middle, high] = [0.025, 0.5, 0.975].map((share) => quantileOf(sorted, share));
  const shift = (1 - keptShift) * (middle - plain);
  return { low: Math.max(0, low - shift), middle: middle - shift, high: high - shift };
}
