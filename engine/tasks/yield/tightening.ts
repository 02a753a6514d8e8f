/** What halving the spread of one input would do to the share that fails, from the designs that are rated already. */
import { normalShare } from "../../math/normal.ts";
import type { LimitState, Rated } from "./limit-state.ts";

interface WeightedSample {
  /** count x dimensions. */
  points: Float64Array;
  rated: Rated;
  /** Of each point; they need not sum to 1. */
  weights: Float64Array;
}

/**
 * Of each dimension, the failing share with that spread halved, over the failing share as it is; null of levels, and where
 * nothing fails.
 */
export function tightenedShares(
  { dimensions, halvedRatios }: Pick<LimitState, "dimensions" | "halvedRatios">,
  { points, rated, weights }: WeightedSample,
): (number | null)[] {
  const failing = weights.map((weight, i) => weight * chanceToFail(rated, i));
  const sum = failing.reduce((all, one) => all + one, 0);
  return halvedRatios.map((ratio, d) => {
    if (ratio === null || sum === 0) return null;
    let tightened = 0;
    failing.forEach((one, i) => {
      if (one > 0) tightened += one * ratio(points[i * dimensions + d]);
    });
    return tightened / sum;
  });
}

/** As far as the emulator knows. */
function chanceToFail({ margin, below, above }: Rated, i: number): number {
  const error = margin[i] < 0 ? above[i] : below[i];
  return error > 0 ? normalShare(-margin[i] / error) : margin[i] < 0 ? 1 : 0;
}
