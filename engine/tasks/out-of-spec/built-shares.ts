/** The share of built designs that fail, in all and in each region. */
import { REACH_95 } from "../../math/normal.ts";
import type { Share } from "../../math/share.ts";
import { isIn } from "./box.ts";
import { findNearest } from "./distance.ts";
import type { InputDistribution } from "./input-distribution.ts";
import { isFailing, type LevelSet } from "./level-set.ts";
import { allBands, failingWithErrors, withErrors } from "./model-error.ts";
import { drawPopulation, type Population } from "./population.ts";
import { type Region, thinOut } from "./region.ts";
import type { SpecSearchState } from "./search-state.ts";

const POPULATION_SIZE = 8_192;
/** Draws that the model's errors are looked at for, and points that tell to which region one is the nearest. */
const WITH_BANDS = 6_144;
const REPRESENTATIVE_COUNT = 60;

/** The regions, and the share of the ranges that fails, with the probabilities of designs that are distributed so. */
export function withBuiltShares<Found extends Pick<SpecSearchState, "regions" | "shares">>(
  searchResult: Found,
  levelSet: LevelSet,
  inputs: InputDistribution,
  seed: number,
): Found {
  const { axes, scores } = levelSet;
  const population = drawPopulation(inputs, scores, { seed, size: POPULATION_SIZE });
  const { points, weights } = population;
  const populationScores = scores(points);
  const failing = points.flatMap((point, i) =>
    isFailing(populationScores[i]) ? [{ point, weight: weights[i] }] : [],
  );
  const computeShare = (failingDesigns: typeof failing): Share =>
    weightedShare(
      failingDesigns.map(({ weight }) => weight),
      points.length,
    );
  const computeProbability = ({ box }: Region) =>
    computeShare(failing.filter(({ point }) => isIn(axes, box, point)));
  const errors = drawErrors(levelSet, population, searchResult.regions);
  return {
    ...searchResult,
    shares: searchResult.shares && {
      ...searchResult.shares,
      probability: withErrors(computeShare(failing), errors.all),
    },
    regions: searchResult.regions.map((region, at) => ({
      ...region,
      probability: withErrors(computeProbability(region), errors.regions[at]),
    })),
  };
}

/** Estimates the failing shares under the model's errors: of all designs, and of those nearest to each region. */
function drawErrors(levelSet: LevelSet, { points, weights }: Population, regions: readonly Region[]) {
  const every = Math.ceil(points.length / WITH_BANDS);
  const selectedDraws = points.flatMap((_, i) => (i % every === 0 ? [i] : []));
  const designs = selectedDraws.map((i) => points[i]);
  const bands = allBands(levelSet, designs);
  const regionPoints = regions.flatMap((region, at) =>
    thinOut(region.points, REPRESENTATIVE_COUNT).map(({ point }) => ({ point, at })),
  );
  const places = regionPoints.map(({ point }) => point);
  const owners = designs.map((point, i) =>
    isFailing(bands[i].lower)
      ? regionPoints[findNearest(levelSet.axes, point, places, 1)[0]?.at]?.at
      : undefined,
  );
  const of = (isWanted: (owner: number | undefined) => boolean) => {
    const ownedDraws = selectedDraws.flatMap((_, j) => (isWanted(owners[j]) ? [j] : []));
    return failingWithErrors(
      levelSet,
      ownedDraws.map((j) => designs[j]),
      ownedDraws.map((j) => bands[j]),
      Float64Array.from(ownedDraws, (j) => every * weights[selectedDraws[j]]),
    );
  };
  return { all: of(() => true), regions: regions.map((_, at) => of((owner) => owner === at)) };
}

/** A sum of weights, each over the number of draws; of none, 3 in as many draws might have failed (the rule of three). */
function weightedShare(weights: readonly number[], draws: number): Share {
  const value = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0) return { value, lower: 0, upper: Math.min(1, 3 / Math.max(1, draws)) };
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const reach = REACH_95 * Math.sqrt(Math.max(0, squares - value ** 2 / draws));
  return { value: Math.min(1, value), lower: Math.max(0, value - reach), upper: Math.min(1, value + reach) };
}
