/**
 * Weighted draws of the designs that are built, dense where designs may fail: plain draws, widened draws and, where
 * failures are rare, draws around those of subset simulation. Each draw weighs its density divided by that of all
 * draws together (the balance heuristic: E. Veach and L. J. Guibas, 1995), which bounds the weights.
 */

import { drawFrom, fitMixture, logRatio, type Mixture } from "../../math/mixture.ts";
import { createRandom } from "../../math/random.ts";
import { pointViews } from "../search-space.ts";
import type { LimitState } from "../yield/limit-state.ts";
import { normalPoints } from "../yield/quasi-random.ts";
import { startSubset, stepSubset } from "../yield/subset-simulation.ts";
import type { InputDistribution } from "./input-distribution.ts";

/** With fewer failing plain draws than this, failures count as rare. */
const MIN_FREQUENT_FAILURES = 40;
const SUBSET_POINTS = 500;

export interface Population {
  readonly points: readonly Float64Array[];
  /** The weights sum to the share of designs within the ranges; the other designs are left out. */
  readonly weights: Float64Array;
  /** The number of plain draws, which come first. */
  readonly plain: number;
}

type MeanPredictor = (points: readonly Float64Array[]) => Float64Array;

/**
 * Draws the population.
 * @param means predicts the mean scores of points of the cube
 * @param size the number of draws of each of two or three kinds
 */
export function drawPopulation(
  inputs: InputDistribution,
  means: MeanPredictor,
  { seed, size }: { seed: number; size: number },
): Population {
  const { dimensions } = inputs;
  const widening = 1 + 1.5 / Math.sqrt(dimensions);
  const sobol = (replicate: number) => normalPoints(dimensions, { seed, replicate, from: 0, count: size });
  const plainDraws = pointViews(sobol(0), dimensions);
  const widenedDraws = pointViews(
    sobol(1).map((value) => widening * value),
    dimensions,
  );
  const draws = [...plainDraws, ...widenedDraws];
  const plainPoints = plainDraws.flatMap((row) => inputs.pointAt(row) ?? []);
  const isRare = means(plainPoints).filter((mean) => mean < 0).length < MIN_FREQUENT_FAILURES;
  const failureMixture = isRare ? fitFailureMixture(inputs, means, seed) : null;
  if (failureMixture !== null) {
    const random = createRandom(seed).fork(1);
    for (let i = 0; i < size; i++) {
      const row = new Float64Array(dimensions);
      drawFrom(failureMixture, dimensions, random, row);
      draws.push(row);
    }
  }
  const kindCount = draws.length / size;
  const weightedPoints = draws.flatMap((row) => {
    const point = inputs.pointAt(row);
    if (point === null) return [];
    const densityRatios =
      1 +
      computeWideRatio(row, widening) +
      (failureMixture === null ? 0 : Math.exp(logRatio(failureMixture, row)));
    return [{ point, weight: kindCount / densityRatios / draws.length }];
  });
  return {
    points: weightedPoints.map(({ point }) => point),
    weights: Float64Array.from(weightedPoints, ({ weight }) => weight),
    plain: plainPoints.length,
  };
}

/** Computes the density of widened draws divided by that of plain draws. */
function computeWideRatio(row: Float64Array, widening: number): number {
  const squared = row.reduce((sum, value) => sum + value * value, 0);
  return Math.exp(0.5 * squared * (1 - 1 / widening ** 2)) / widening ** row.length;
}

/** Fits a mixture around the designs that are expected to fail, or come closest to failing. */
function fitFailureMixture(inputs: InputDistribution, means: MeanPredictor, seed: number): Mixture {
  const { dimensions } = inputs;
  const subsetOptions = { seed, points: SUBSET_POINTS };
  const state = startSubset(dimensions, subsetOptions);
  const limitState = { dimensions, rateMeans: (points: Float64Array) => rateMeans(inputs, means, points) };
  while (state.ended === null) stepSubset(limitState, state, subsetOptions);
  const limit = Math.max(0, state.margins.toSorted()[Math.floor(SUBSET_POINTS / 10)]);
  const weights = state.margins.map((margin) => (margin <= limit ? 1 : 0));
  return fitMixture(state.points, weights, dimensions, createRandom(seed).fork(2));
}

/** Rates points in standard normal space; beyond the ranges nothing is simulated, and nothing fails. */
function rateMeans(
  inputs: InputDistribution,
  means: MeanPredictor,
  points: Float64Array,
): Pick<ReturnType<LimitState["rateMeans"]>, "margin"> {
  const margin = new Float64Array(points.length / inputs.dimensions).fill(Number.MAX_VALUE);
  const insidePoints: { at: number; point: Float64Array }[] = [];
  pointViews(points, inputs.dimensions).forEach((row, index) => {
    const point = inputs.pointAt(row);
    if (point !== null) insidePoints.push({ at: index, point });
  });
  const insideMargins = means(insidePoints.map(({ point }) => point));
  insidePoints.forEach(({ at: index }, i) => {
    margin[index] = insideMargins[i];
  });
  return { margin };
}
