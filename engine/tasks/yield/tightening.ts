/** What halving the spread of one input would do to the share that fails, from the designs that are rated already. */
import type { LimitState } from "./limit-state.ts";

interface WeightedSample {
  /** count x dimensions. */
  points: Float64Array;
  margins: Float64Array;
  /** Of each point; they need not sum to 1. */
  weights: Float64Array;
}

/**
 * Of each dimension, the failing share with that spread halved, over the failing share as it is; null of levels, and where
 * nothing fails.
 */
export function tightenedShares(
  { dimensions, halvedRatios }: Pick<LimitState, "dimensions" | "halvedRatios">,
  { points, margins, weights }: WeightedSample,
): (number | null)[] {
  let failing = 0;
  margins.forEach((margin, i) => {
    if (margin < 0) failing += weights[i];
  });
  return halvedRatios.map((ratio, d) => {
    if (ratio === null || failing === 0) return null;
    let tightened = 0;
    margins.forEach((margin, i) => {
      if (margin < 0) tightened += weights[i] * ratio(points[i * dimensions + d]);
    });
    return tightened / failing;
  });
}
