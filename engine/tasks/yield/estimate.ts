/** Estimates of the failing share from the samples so far. */

import { REACH_95 } from "../../math/normal.ts";
import { createErrorField, type ErrorField } from "./error-field.ts";
import { computeErrorLengths } from "./error-lengths.ts";
import { computeFailingShares, type Sample } from "./failing-shares.ts";
import { computeVariation, type ImportanceState } from "./importance-sampling.ts";
import { type Bounded, computeHalfWidthOfMean, failingInterval, type Uncertainties } from "./interval.ts";
import type { LimitState, Rated } from "./limit-state.ts";
import { normalPoints } from "./quasi-random.ts";
import { computeSubsetBound, computeSubsetProbability, type SubsetState } from "./subset-simulation.ts";
import type { YieldState } from "./yield-state.ts";

export const POINTS_PER_REPLICATE = 1_024;

export type YieldMethod = "quasi-random sampling" | "importance sampling" | "subset simulation";

export interface FailingEstimate {
  method: YieldMethod;
  failing: Bounded;
  /** Half the width of the 95% interval that the finite sample leaves. */
  samplingReach: number;
  sample: Sample;
}

/** The number of draws of the emulator's errors: quantiles of this many are steady. */
const ERROR_DRAW_COUNT = 256;

function createField(limitState: LimitState, { points, rated }: Sample, seed: number): ErrorField {
  const { rows, dimensions } = limitState;
  const margins = rated.margin;
  const sample = { places: limitState.places(points, margins.length), margins, dimensions };
  return createErrorField({
    lengths: computeErrorLengths(rows, sample),
    rows,
    draws: ERROR_DRAW_COUNT,
    seed,
  });
}

/** Estimates the failing share from the quasi-Monte Carlo sample, which contains every frequent failure. */
export function estimateFromSample(limitState: LimitState, state: YieldState, seed: number): FailingEstimate {
  const { dimensions } = limitState;
  const count = state.replicates.length * POINTS_PER_REPLICATE;
  const points = new Float64Array(count * dimensions);
  state.replicates.forEach((_, replicate) => {
    const replicatePoints = normalPoints(dimensions, {
      seed,
      replicate,
      from: 0,
      count: POINTS_PER_REPLICATE,
    });
    points.set(replicatePoints, replicate * POINTS_PER_REPLICATE * dimensions);
  });
  const rated = joinRatings(state.replicates, count);
  const weights = new Float64Array(count).fill(1 / count);
  const replicateShares = state.replicates.map(
    ({ margin }) =>
      margin.reduce((sum, pointMargin) => sum + (pointMargin < 0 ? 1 : 0), 0) / POINTS_PER_REPLICATE,
  );
  const halfWidth = Math.max(
    computeHalfWidthOfMean(replicateShares),
    computeMinHalfWidth(replicateShares, count),
  );
  const sample = { points, rated, weights };
  const failing = computeInterval(limitState, sample, { kind: "absolute", reach: halfWidth }, seed, 1);
  return { method: "quasi-random sampling", failing, samplingReach: halfWidth, sample };
}

/**
 * The half width where all points fall on one side: up to 3 / n might not (the rule of three: J. A. Hanley and A.
 * Lippman-Hand, 1983).
 */
const computeMinHalfWidth = (shares: readonly number[], count: number): number =>
  shares.every((share) => share === shares[0]) && (shares[0] === 0 || shares[0] === 1) ? 3 / count : 0;

/**
 * Estimates the share of rare failures; the plain estimate stays where they were not searched, or not found in time.
 */
export function estimateRareFailures(
  limitState: LimitState,
  state: YieldState,
  plain: FailingEstimate,
  seed: number,
): FailingEstimate {
  const { subset, importance, runs } = state;
  if (subset !== null && runs.length > 1) return estimateByRepeats(limitState, subset, runs, seed);
  // The coefficient of variation is infinite where time ran out before any of a few draws failed.
  if (importance !== null && Number.isFinite(computeVariation(importance)))
    return estimateByImportance(limitState, importance, seed);
  return subset?.ended === "limit" ? boundUnreachedFailures(subset, plain) : plain;
}

function estimateByImportance(
  limitState: LimitState,
  importance: ImportanceState,
  seed: number,
): FailingEstimate {
  const { points, rated, ratios, count } = importance;
  const sample = { points, rated, weights: ratios.map((ratio) => ratio / count) };
  const relativeHalfWidth = REACH_95 * computeVariation(importance);
  const failing = computeInterval(
    limitState,
    sample,
    { kind: "relative", reach: relativeHalfWidth },
    seed,
    1,
  );
  return {
    method: "importance sampling",
    failing,
    samplingReach: relativeHalfWidth * failing.estimate,
    sample,
  };
}

/**
 * Estimates failures that no level reached. The plain estimate stays where its sample contains a failure; it also
 * bounds the share.
 */
function boundUnreachedFailures(subset: SubsetState, plain: FailingEstimate): FailingEstimate {
  const { failing, samplingReach, sample } = plain;
  if (failing.estimate > 0 || sample.rated.margin.some((margin) => margin < 0)) return plain;
  const upper = Math.min(failing.upper, Math.max(computeSubsetBound(subset), failing.upper - samplingReach));
  return { ...plain, method: "subset simulation", failing: { estimate: 0, lower: 0, upper } };
}

/**
 * Estimates the share by the mean of repeated runs; the sample is the last level of the last run that failed, scaled
 * to that mean.
 */
function estimateByRepeats(
  limitState: LimitState,
  subset: SubsetState,
  runs: readonly number[],
  seed: number,
): FailingEstimate {
  const { points, margins, probabilities } = subset;
  const mean = runs.reduce((sum, probability) => sum + probability, 0) / runs.length;
  const earlierProbability = probabilities
    .slice(0, -1)
    .reduce((product, probability) => product * probability, 1);
  const rated = limitState.rate(points, margins.length);
  const sample = {
    points,
    rated,
    weights: new Float64Array(margins.length).fill(earlierProbability / margins.length),
  };
  const relativeHalfWidth = computeHalfWidthOfMean(runs) / mean;
  const scale = mean / computeSubsetProbability(subset);
  const failing = computeInterval(
    limitState,
    sample,
    { kind: "relative", reach: relativeHalfWidth },
    seed,
    scale,
  );
  return { method: "subset simulation", failing, samplingReach: relativeHalfWidth * mean, sample };
}

function computeInterval(
  limitState: LimitState,
  sample: Sample,
  sampling: Uncertainties["sampling"],
  seed: number,
  scale: number,
): Bounded {
  const shareOutside = limitState.shareOutside.upper;
  const count = sample.weights.length;
  const outside = shareOutside > 0 ? limitState.outside(sample.points, count) : null;
  const { draws, plain } = computeFailingShares(
    limitState,
    createField(limitState, sample, seed),
    sample,
    outside,
  );
  const failingOutside = sample.weights.reduce(
    (sum, weight, i) => sum + (outside?.[i] === 1 && sample.rated.margin[i] < 0 ? weight : 0),
    0,
  );
  return failingInterval({
    shares: { draws: draws.map((share) => scale * share), plain: scale * plain },
    sampling,
    shareOutside,
    failingOutside: scale * failingOutside,
  });
}

function joinRatings(ratings: readonly Rated[], count: number): Rated {
  const join = (selectField: (rated: Rated) => Float64Array): Float64Array => {
    const joined = new Float64Array(count);
    ratings.forEach((rated, i) => {
      joined.set(selectField(rated), i * POINTS_PER_REPLICATE);
    });
    return joined;
  };
  return {
    score: join(({ score }) => score),
    margin: join(({ margin }) => margin),
    below: join(({ below }) => below),
    above: join(({ above }) => above),
  };
}
