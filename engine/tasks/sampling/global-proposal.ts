/** Proposals of places anywhere in the cube: a mixture of normal distributions that was fitted to places drawn by a density. */
import {
  drawFrom,
  fitMixture,
  likeliestComponent,
  logMixtureDensity,
  type Mixture,
} from "../../math/mixture.ts";
import type { Random } from "../../math/random.ts";

/** Plain data. */
export interface GlobalProposal {
  /** The mean and the standard deviation of the places along each axis: the mixture is one of standardised places. */
  mean: Float64Array;
  deviation: Float64Array;
  mixture: Mixture;
}

export function fitProposal(
  places: readonly Float64Array[],
  dimensions: number,
  random: Random,
): GlobalProposal {
  const { mean, deviation } = computeMoments(places, dimensions);
  const standardised = Float64Array.from({ length: places.length * dimensions }, (_, i) => {
    const axis = i % dimensions;
    return (places[Math.floor(i / dimensions)][axis] - mean[axis]) / deviation[axis];
  });
  const weights = new Float64Array(places.length).fill(1);
  return { mean, deviation, mixture: fitMixture(standardised, weights, dimensions, random) };
}

/** The mean and the standard deviation along each axis; 1 along an axis where nothing varies. */
function computeMoments(places: readonly Float64Array[], dimensions: number) {
  const mean = new Float64Array(dimensions);
  const deviation = new Float64Array(dimensions);
  for (const place of places) for (let a = 0; a < dimensions; a++) mean[a] += place[a] / places.length;
  for (const place of places)
    for (let a = 0; a < dimensions; a++) deviation[a] += (place[a] - mean[a]) ** 2 / places.length;
  return { mean, deviation: deviation.map((variance) => Math.sqrt(variance) || 1) };
}

const standardise = ({ mean, deviation }: GlobalProposal, place: Float64Array): Float64Array =>
  place.map((value, a) => (value - mean[a]) / deviation[a]);

/** The logarithm of the density with which the mixture proposes a place, but for a constant. */
export const logProposal = (proposal: GlobalProposal, place: Float64Array): number =>
  logMixtureDensity(proposal.mixture, standardise(proposal, place));

/**
 * Draws a place from the mixture; it may lie outside the unit cube.
 * @param proposal the mixture, with the mean and the deviation of the places it was fitted to
 * @param random the source of all draws
 * @returns dimensions
 */
export function drawPlace({ mean, deviation, mixture }: GlobalProposal, random: Random): Float64Array {
  const place = new Float64Array(mean.length);
  drawFrom(mixture, mean.length, random, place);
  return place.map((value, a) => mean[a] + deviation[a] * value);
}

/** The component of the mixture that most probably proposes a place, by its number. */
export const componentAt = (proposal: GlobalProposal, place: Float64Array): number =>
  likeliestComponent(proposal.mixture, standardise(proposal, place));
