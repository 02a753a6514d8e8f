/** The yield on an emulator as a task: a generator of progress that ends with what a designer reads. */
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { normalShare, REACH_95 } from "../../math/normal.ts";
import { isLate, type StagedProgress } from "../staged/staged-task.ts";
import {
  createEmulatorLimitState,
  type EmulatorLimitState,
  type YieldQuestion,
} from "./emulator-limit-state.ts";
import type { FailingEstimate, YieldMethod } from "./estimate.ts";
import type { Bounded } from "./interval.ts";
import type { LimitState, Rated } from "./limit-state.ts";
import { findWorst } from "./worst-corner.ts";
import { estimateYield, type YieldEnd, type YieldOptions } from "./yield.ts";
import type { YieldState } from "./yield-state.ts";

export interface EmulatorYield {
  method: YieldMethod;
  /** The share of all designs that fails, with its 95% interval. */
  failing: Bounded;
  /** Half the width of the interval that the size of the sample alone would leave. */
  samplingReach: number;
  /** The share of the distribution outside the range of the training rows. */
  shareOutside: number;
  evaluations: number;
  isLate: boolean;
  /** Each input that is distributed, and the failing share with its spread halved; null where it has none. */
  inputs: { name: string; tightened: number | null }[];
  histogram: ScoreHistogram | null;
  worst: WorstCorner | null;
}

export interface WorstCorner {
  /** The values of all variables. */
  inputs: SimulationInputs;
  /** The columns that are distributed. */
  columns: Readonly<Record<string, ScalarValue>>;
  score: number;
  /** The score, or what limits on other outputs leave where that is less; with its bounds. */
  margin: Bounded;
  isOutside: boolean;
}

export interface EmulatorYieldTask extends YieldQuestion {
  options: YieldOptions;
  clock: () => number;
  checkpoint?: YieldState;
}

/** @throws UserError, when the distributions do not fit the emulator, before the first step */
export function* yieldOnEmulator(
  task: EmulatorYieldTask,
): Generator<StagedProgress<YieldState>, EmulatorYield> {
  const limitState = createEmulatorLimitState(task);
  return described(limitState, task.options, yield* estimateYield({ ...task, limitState }));
}

function described(
  limitState: EmulatorLimitState,
  { timeLimitMs }: YieldOptions,
  { state, estimate, plain }: YieldEnd,
): EmulatorYield {
  const { method, failing, samplingReach } = estimate;
  const ratios = tightened(limitState, estimate);
  return {
    method,
    failing,
    samplingReach,
    shareOutside: limitState.shareOutside.value,
    evaluations: state.evaluations,
    isLate: isLate(state, timeLimitMs),
    inputs: limitState.space.axes.map(({ name }, a) => ({
      name,
      tightened: ratios[a] === null ? null : Math.min(1, ratios[a] * failing.estimate),
    })),
    histogram: scoreHistogram(plain.sample.rated.score),
    worst: state.corner === null ? null : describeCorner(limitState, findWorst(state.corner)),
  };
}

function tightened(limitState: EmulatorLimitState, { sample }: FailingEstimate): (number | null)[] {
  const { points, rated, weights } = sample;
  return tightenedShares(limitState, { points, rated, weights });
}

function describeCorner(limitState: EmulatorLimitState, point: Float64Array): WorstCorner {
  const { score, margin, below, above } = limitState.rate(point, 1);
  const { space } = limitState;
  return {
    inputs: space.inputsOf(point),
    columns: space.columnsOf(point),
    score: score[0],
    margin: {
      estimate: margin[0],
      lower: margin[0] - REACH_95 * below[0],
      upper: margin[0] + REACH_95 * above[0],
    },
    isOutside: limitState.outside(point, 1)[0] === 1,
  };
}

/** The distribution of the scores of the designs. */
const BIN_COUNT = 32;
/**
 * The share of the scores that is left out at either end, because a few outliers would leave one bar for all others.
 */
const OMITTED_SHARE = 0.002;

interface ScoreHistogram {
  edges: number[];
  /** Share of the scored designs in each bin; those beyond the ends are counted in none. */
  shares: number[];
}

/** Null where fewer than two scores differ. @param scores of a sample of the distribution; NaN where there is none */
function scoreHistogram(scores: Float64Array): ScoreHistogram | null {
  const sorted = scores.filter(Number.isFinite).sort();
  const out = Math.floor(OMITTED_SHARE * sorted.length);
  const [low = 0, high = 0] = [sorted[out], sorted[sorted.length - 1 - out]];
  const width = (high - low) / BIN_COUNT;
  if (!(low + width > low)) return null;
  const shares = new Array<number>(BIN_COUNT).fill(0);
  for (const score of sorted.subarray(out, sorted.length - out)) {
    shares[Math.min(BIN_COUNT - 1, Math.floor((score - low) / width))] += 1 / sorted.length;
  }
  return { edges: Array.from({ length: BIN_COUNT + 1 }, (_, i) => low + i * width), shares };
}

/** The effect on the failing share of halving the spread of one input, by reweighting the rated designs. */
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
function tightenedShares(
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

/** Computes the probability that point i fails: the share of the normal error of its margin that lies below 0. */
function chanceToFail({ margin, below, above }: Rated, i: number): number {
  const error = margin[i] < 0 ? above[i] : below[i];
  return error > 0 ? normalShare(-margin[i] / error) : margin[i] < 0 ? 1 : 0;
}
