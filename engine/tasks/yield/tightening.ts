/** The effect on the failing share of halving the spread of one input, by reweighting the rated designs. */
import { normalShare } from "../../math/normal.ts";
import type { LimitState, Rated } from "./limit-state.ts";

interface WeightedSample {
  /** count x dimensions. */
  points: Float64Array;
  rated: Rated;
  /** The weight of each point; the weights need not sum to 1. */
  weights: Float64Array;
}

/**
 * Computes for each dimension the failing share with a halved spread, divided by the present failing share; null for
 * levels, and where nothing fails.
 */
export function tightenedShares(
  { dimensions, halvedRatios }: Pick<LimitState, "dimensions" | "halvedRatios">,
  { points, rated, weights }: WeightedSample,
): (number | null)[] {
  const failing = weights.map((weight, i) => weight * chanceToFail(rated, i));
  const sum = failing.reduce((total, failingWeight) => total + failingWeight, 0);
  return halvedRatios.map((ratio, d) => {
    if (ratio === null || sum === 0) return null;
    let tightened = 0;
    failing.forEach((failingWeight, i) => {
      if (failingWeight > 0) tightened += failingWeight * ratio(points[i * dimensions + d]);
    });
    return tightened / sum;
  });
}

/** As far as the emulator knows. */
function chanceToFail({ margin, below, above }: Rated, i: number): number {
  const error = margin[i] < 0 ? above[i] : below[i];
  return error > 0 ? normalShare(-margin[i] / error) : margin[i] < 0 ? 1 : 0;
}
