/**
 * Weighted draws of the designs that are built, many of them where designs may fail: plain and widened ones, and where failures are
 * rare, draws around those that subset simulation finds. Each weighs its density over that of all draws together (the balance
 * heuristic: Veach and Guibas, 1995), so that no weight is large.
 */

import { drawFrom, fitMixture, logRatio, type Mixture } from "../../math/mixture.ts";
import { createRandom } from "../../math/random.ts";
import { pointViews } from "../search-space.ts";
import type { LimitState } from "../yield/limit-state.ts";
import { normalPoints } from "../yield/quasi-random.ts";
import { startSubset, stepSubset } from "../yield/subset-simulation.ts";
import type { InputDistribution } from "./input-distribution.ts";

/** Plain draws that fail, in number, or fewer: failures are rare. */
const FEW_FAILING = 40;
const SUBSET_POINTS = 500;

export interface Population {
  readonly points: readonly Float64Array[];
  /** They sum to the share of designs that lie within the ranges: the others are left out. */
  readonly weights: Float64Array;
  /** How many of them are plain draws: the first. */
  readonly plain: number;
}

type Means = (points: readonly Float64Array[]) => Float64Array;

/** @param means the expected scores of points of the cube @param size of each of two or three kinds of draws */
export function drawPopulation(
  inputs: InputDistribution,
  means: Means,
  { seed, size }: { seed: number; size: number },
): Population {
  const { dimensions } = inputs;
  const wide = 1 + 1.5 / Math.sqrt(dimensions);
  const sobol = (replicate: number) => normalPoints(dimensions, { seed, replicate, from: 0, count: size });
  const plain = pointViews(sobol(0), dimensions);
  const widened = pointViews(
    sobol(1).map((value) => wide * value),
    dimensions,
  );
  const all = [...plain, ...widened];
  const inPlain = plain.flatMap((row) => inputs.pointAt(row) ?? []);
  const isRare = means(inPlain).filter((mean) => mean < 0).length < FEW_FAILING;
  const mixture = isRare ? rareFailures(inputs, means, seed) : null;
  if (mixture !== null) {
    const random = createRandom(seed).fork(1);
    for (let i = 0; i < size; i++) {
      const row = new Float64Array(dimensions);
      drawFrom(mixture, dimensions, random, row);
      all.push(row);
    }
  }
  const kinds = all.length / size;
  const drawn = all.flatMap((row) => {
    const point = inputs.pointAt(row);
    if (point === null) return [];
    const ratios = 1 + wideRatio(row, wide) + (mixture === null ? 0 : Math.exp(logRatio(mixture, row)));
    return [{ point, weight: kinds / ratios / all.length }];
  });
  return {
    points: drawn.map(({ point }) => point),
    weights: Float64Array.from(drawn, ({ weight }) => weight),
    plain: inPlain.length,
  };
}

/** The density of widened draws over that of plain ones. */
function wideRatio(row: Float64Array, wide: number): number {
  const squared = row.reduce((sum, value) => sum + value * value, 0);
  return Math.exp(0.5 * squared * (1 - 1 / wide ** 2)) / wide ** row.length;
}

/** Around the designs that fail as expected, or come the nearest to failing. */
function rareFailures(inputs: InputDistribution, means: Means, seed: number): Mixture {
  const { dimensions } = inputs;
  const given = { seed, points: SUBSET_POINTS };
  const state = startSubset(dimensions, given);
  const limitState = { dimensions, rateMeans: (points: Float64Array) => ratedMeans(inputs, means, points) };
  while (state.ended === null) stepSubset(limitState, state, given);
  const limit = Math.max(0, state.margins.toSorted()[Math.floor(SUBSET_POINTS / 10)]);
  const weights = state.margins.map((margin) => (margin <= limit ? 1 : 0));
  return fitMixture(state.points, weights, dimensions, createRandom(seed).fork(2));
}

/** Beyond the ranges nothing fails: nothing is simulated there. */
function ratedMeans(
  inputs: InputDistribution,
  means: Means,
  points: Float64Array,
): Pick<ReturnType<LimitState["rateMeans"]>, "margin"> {
  const margin = new Float64Array(points.length / inputs.dimensions).fill(Number.MAX_VALUE);
  const inside: { at: number; point: Float64Array }[] = [];
  pointViews(points, inputs.dimensions).forEach((row, at) => {
    const point = inputs.pointAt(row);
    if (point !== null) inside.push({ at, point });
  });
  const own = means(inside.map(({ point }) => point));
  inside.forEach(({ at }, i) => {
    margin[at] = own[i];
  });
  return { margin };
}
