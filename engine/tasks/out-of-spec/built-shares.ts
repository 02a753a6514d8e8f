/** How many of the designs that are built fail, in all and in each region. */
import { REACH_95 } from "../../math/normal.ts";
import { isIn } from "./box.ts";
import type { InputDistribution } from "./input-distribution.ts";
import { isFailing, type LevelSet } from "./level-set.ts";
import { drawPopulation } from "./population.ts";
import type { Region } from "./region.ts";
import type { SpecSearchState } from "./search-state.ts";
import type { Share } from "./share.ts";

const SIZE = 8_192;

/** The regions, and the share of the ranges that fails, with the probabilities of designs that are distributed so. */
export function withBuiltShares<Found extends Pick<SpecSearchState, "regions" | "shares">>(
  found: Found,
  { axes, scores }: Pick<LevelSet, "axes" | "scores">,
  inputs: InputDistribution,
  seed: number,
): Found {
  const { points, weights } = drawPopulation(inputs, scores, { seed, size: SIZE });
  const own = scores(points);
  const failing = points.flatMap((point, i) => (isFailing(own[i]) ? [{ point, weight: weights[i] }] : []));
  const shareOf = (some: typeof failing): Share =>
    weightedShare(
      some.map(({ weight }) => weight),
      points.length,
    );
  const probabilityOf = ({ box }: Region) => shareOf(failing.filter(({ point }) => isIn(axes, box, point)));
  return {
    ...found,
    shares: found.shares && { ...found.shares, probability: shareOf(failing) },
    regions: found.regions.map((region) => ({ ...region, probability: probabilityOf(region) })),
  };
}

/** A sum of weights, each over the number of draws; of none, 3 in as many draws might have failed (the rule of three). */
function weightedShare(weights: readonly number[], draws: number): Share {
  const value = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0) return { value, lower: 0, upper: Math.min(1, 3 / Math.max(1, draws)) };
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const reach = REACH_95 * Math.sqrt(Math.max(0, squares - value ** 2 / draws));
  return { value: Math.min(1, value), lower: Math.max(0, value - reach), upper: Math.min(1, value + reach) };
}
