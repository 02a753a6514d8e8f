/** What the samples so far say of the failing share. */

import { REACH_95 } from "../../math/normal.ts";
import { createErrorField, type ErrorField } from "./error-field.ts";
import { errorLengths } from "./error-lengths.ts";
import { failingShares, type Sample } from "./failing-shares.ts";
import { coefficientOfVariation, type ImportanceState } from "./importance-sampling.ts";
import { type Bounded, failingInterval, reachOfMean, type Uncertainties } from "./interval.ts";
import type { LimitState, Rated } from "./limit-state.ts";
import { normalPoints } from "./quasi-random.ts";
import { type SubsetState, subsetBound, subsetProbability } from "./subset-simulation.ts";
import type { YieldState } from "./yield-state.ts";

export const PER_REPLICATE = 1_024;

export type YieldMethod = "quasi-random sampling" | "importance sampling" | "subset simulation";

export interface FailingEstimate {
  method: YieldMethod;
  failing: Bounded;
  /** Half the width of the 95% interval that the sample's size alone leaves. */
  samplingReach: number;
  sample: Sample;
}

/** Of the errors that the emulator may make; quantiles of so many are steady. */
const DRAWS = 256;

function fieldOf(limitState: LimitState, { points, rated }: Sample, seed: number): ErrorField {
  const { rows, dimensions } = limitState;
  const margins = rated.margin;
  const sample = { places: limitState.places(points, margins.length), margins, dimensions };
  return createErrorField({ lengths: errorLengths(rows, sample), rows, draws: DRAWS, seed });
}

/** From the quasi-random sample, which everything that does not fail rarely is seen in. */
export function plainEstimate(limitState: LimitState, state: YieldState, seed: number): FailingEstimate {
  const { dimensions } = limitState;
  const count = state.replicates.length * PER_REPLICATE;
  const points = new Float64Array(count * dimensions);
  state.replicates.forEach((_, replicate) => {
    const own = normalPoints(dimensions, { seed, replicate, from: 0, count: PER_REPLICATE });
    points.set(own, replicate * PER_REPLICATE * dimensions);
  });
  const rated = joinedRatings(state.replicates, count);
  const weights = new Float64Array(count).fill(1 / count);
  const shares = state.replicates.map(
    ({ margin }) => margin.reduce((sum, one) => sum + (one < 0 ? 1 : 0), 0) / PER_REPLICATE,
  );
  const reach = Math.max(reachOfMean(shares), leastReach(shares, count));
  const sample = { points, rated, weights };
  const failing = intervalOf(limitState, sample, { kind: "absolute", reach }, seed, 1);
  return { method: "quasi-random sampling", failing, samplingReach: reach, sample };
}

/** Where all points fall on one side, 3 in so many might not have (the rule of three: Hanley and Lippman-Hand, 1983). */
const leastReach = (shares: readonly number[], count: number): number =>
  shares.every((share) => share === shares[0]) && (shares[0] === 0 || shares[0] === 1) ? 3 / count : 0;

/** Of rare failures; the plain one where they were not looked for, or not found in time. */
export function rareEstimate(
  limitState: LimitState,
  state: YieldState,
  plain: FailingEstimate,
  seed: number,
): FailingEstimate {
  const { subset, importance, runs } = state;
  if (subset !== null && runs.length > 1) return repeatedEstimate(limitState, subset, runs, seed);
  // None of few draws fails where time ran out.
  if (importance !== null && Number.isFinite(coefficientOfVariation(importance)))
    return importanceEstimate(limitState, importance, seed);
  return subset?.ended === "limit" ? unreachedEstimate(subset, plain) : plain;
}

function importanceEstimate(
  limitState: LimitState,
  importance: ImportanceState,
  seed: number,
): FailingEstimate {
  const { points, rated, ratios, count } = importance;
  const sample = { points, rated, weights: ratios.map((ratio) => ratio / count) };
  const relative = REACH_95 * coefficientOfVariation(importance);
  const failing = intervalOf(limitState, sample, { kind: "relative", reach: relative }, seed, 1);
  return { method: "importance sampling", failing, samplingReach: relative * failing.estimate, sample };
}

/** The plain estimate where its sample failed after all; it also limits how much may fail. */
function unreachedEstimate(subset: SubsetState, plain: FailingEstimate): FailingEstimate {
  const { failing, samplingReach, sample } = plain;
  if (failing.estimate > 0 || sample.rated.margin.some((margin) => margin < 0)) return plain;
  const upper = Math.min(failing.upper, Math.max(subsetBound(subset), failing.upper - samplingReach));
  return { ...plain, method: "subset simulation", failing: { estimate: 0, lower: 0, upper } };
}

/** The last level of the last run that failed, brought to the mean of all runs. */
function repeatedEstimate(
  limitState: LimitState,
  subset: SubsetState,
  runs: readonly number[],
  seed: number,
): FailingEstimate {
  const { points, margins, probabilities } = subset;
  const mean = runs.reduce((sum, one) => sum + one, 0) / runs.length;
  const before = probabilities.slice(0, -1).reduce((product, one) => product * one, 1);
  const rated = limitState.rate(points, margins.length);
  const sample = { points, rated, weights: new Float64Array(margins.length).fill(before / margins.length) };
  const relative = reachOfMean(runs) / mean;
  const scale = mean / subsetProbability(subset);
  const failing = intervalOf(limitState, sample, { kind: "relative", reach: relative }, seed, scale);
  return { method: "subset simulation", failing, samplingReach: relative * mean, sample };
}

function intervalOf(
  limitState: LimitState,
  sample: Sample,
  sampling: Uncertainties["sampling"],
  seed: number,
  scale: number,
): Bounded {
  const { shareOutside } = limitState;
  const count = sample.weights.length;
  const outside = shareOutside > 0 ? limitState.outside(sample.points, count) : null;
  const { draws, plain } = failingShares(limitState, fieldOf(limitState, sample, seed), sample, outside);
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

function joinedRatings(all: readonly Rated[], count: number): Rated {
  const join = (one: (rated: Rated) => Float64Array): Float64Array => {
    const joined = new Float64Array(count);
    all.forEach((rated, i) => {
      joined.set(one(rated), i * PER_REPLICATE);
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
