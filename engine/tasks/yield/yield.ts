/**
 * The yield: the probability that a design is in spec while its inputs vary by their distributions. A quasi-Monte
 * Carlo sample measures frequent failures; subset simulation finds rare ones, and importance sampling measures them.
 * The interval contains both the sampling error and the emulator's own error. The same seed gives the same result,
 * interrupted or not, unless the time limit ends the estimate early.
 */
import { copyPlain } from "../../models/plain-data.ts";
import { isLate, runStages, type StagedProgress, type Stages } from "../staged/staged-task.ts";
import {
  estimateFromSample,
  estimateRareFailures,
  type FailingEstimate,
  POINTS_PER_REPLICATE,
} from "./estimate.ts";
import { computeVariation, isSampling, startImportance, stepImportance } from "./importance-sampling.ts";
import type { LimitState } from "./limit-state.ts";
import { normalPoints, REPLICATE_COUNT } from "./quasi-random.ts";
import { computeSubsetProbability, startSubset, stepSubset } from "./subset-simulation.ts";
import { startCorner, stepCorner } from "./worst-corner.ts";
import { startState, type YieldStage, type YieldState } from "./yield-state.ts";

export interface YieldOptions {
  seed: number;
  /** The largest number of evaluations of the limit state; 100,000 when absent. */
  maxEvaluations?: number;
  /** The time limit of all steps in milliseconds; what is missing then is left out. */
  timeLimitMs?: number;
}

export interface YieldEnd {
  state: YieldState;
  estimate: FailingEstimate;
  /** The estimate of the quasi-Monte Carlo sample alone. */
  plain: FailingEstimate;
}

export interface YieldTask {
  limitState: LimitState;
  options: YieldOptions;
  clock: () => number;
  checkpoint?: YieldState;
}

/** The number of points of each level of subset simulation. */
const SUBSET_POINTS = 4_000;
/**
 * This many failing points in the quasi-Monte Carlo sample measure the failing share with a coefficient of variation
 * of 10%.
 */
const MIN_FREQUENT_FAILURES = 100;
const MIN_REPLICATES = 4;
/** Importance sampling continues until the failing share has this coefficient of variation. */
const TARGET_VARIATION = 0.04;
/**
 * With fewer points the coefficient of variation is itself uncertain, because it stems from a few points of large
 * weight.
 */
const MIN_IMPORTANCE_POINTS = 6_000;
/** Above this coefficient of variation whole runs of subset simulation are repeated instead. */
const MAX_VARIATION = 0.1;
const MAX_RUNS = 4;
const MAX_EVALUATIONS = 100_000;

/**
 * Estimates the yield in steps.
 * @returns the state, the estimate and the estimate of the quasi-Monte Carlo sample alone
 */
export function* estimateYield(task: YieldTask): Generator<StagedProgress<YieldState>, YieldEnd> {
  const { limitState, options, clock } = task;
  const state = task.checkpoint === undefined ? startState() : copyPlain(task.checkpoint);
  const cache: { plain: FailingEstimate | null } = { plain: null };
  const plain = () => (cache.plain ??= estimateFromSample(limitState, state, options.seed));
  const stages: Stages<YieldStage> = {
    sampling: () => stepSampling(limitState, state, options, plain),
    "rare failures": () => stepSubsetSimulation(limitState, state, options),
    "importance sampling": () => stepImportanceSampling(limitState, state, options),
    repeats: () => stepRepeats(limitState, state, options),
    "worst corner": () => stepWorstCorner(limitState, state, options, plain),
  };
  yield* runStages({ state, stages, clock });
  return { state, estimate: estimateRareFailures(limitState, state, plain(), options.seed), plain: plain() };
}

/** Adds one replicate of the quasi-Monte Carlo sample. */
function stepSampling(
  limitState: LimitState,
  state: YieldState,
  { seed, timeLimitMs }: YieldOptions,
  plain: () => FailingEstimate,
): void {
  const replicate = state.replicates.length;
  const points = normalPoints(limitState.dimensions, {
    seed,
    replicate,
    from: 0,
    count: POINTS_PER_REPLICATE,
  });
  state.replicates.push(limitState.rate(points, POINTS_PER_REPLICATE));
  state.evaluations += POINTS_PER_REPLICATE;
  const isComplete = state.replicates.length === REPLICATE_COUNT;
  if (!isComplete && !(isLate(state, timeLimitMs) && state.replicates.length >= MIN_REPLICATES)) return;
  const count = state.replicates.length * POINTS_PER_REPLICATE;
  const isRare = plain().failing.upper - limitState.shareOutside.upper < MIN_FREQUENT_FAILURES / count;
  state.stage =
    isRare && limitState.dimensions > 0 && !isLate(state, timeLimitMs) ? "rare failures" : "worst corner";
}

const subsetOptions = (seed: number, run: number) => ({ seed: seed + run, points: SUBSET_POINTS });

function stepSubsetSimulation(
  limitState: LimitState,
  state: YieldState,
  { seed, timeLimitMs }: YieldOptions,
): void {
  const runOptions = subsetOptions(seed, 0);
  state.subset ??= startSubset(limitState.dimensions, runOptions);
  state.evaluations += stepSubset(limitState, state.subset, runOptions);
  if (isLate(state, timeLimitMs)) {
    state.subset = null;
    state.stage = "worst corner";
  } else if (state.subset.ended === "limit") state.stage = "worst corner";
  else if (state.subset.ended === "failure") {
    state.runs.push(computeSubsetProbability(state.subset));
    state.importance = startImportance(limitState, { ...state.subset, seed });
    state.stage = "importance sampling";
  }
}

function stepImportanceSampling(limitState: LimitState, state: YieldState, options: YieldOptions): void {
  const { importance } = state;
  if (importance === null) return;
  const previousEvaluations = importance.evaluations;
  stepImportance(limitState, importance, options.seed);
  state.evaluations += importance.evaluations - previousEvaluations;
  if (
    !isSampling(importance) ||
    (importance.count < MIN_IMPORTANCE_POINTS && !isLate(state, options.timeLimitMs))
  )
    return;
  const variation = computeVariation(importance);
  const isSpent =
    isLate(state, options.timeLimitMs) ||
    importance.evaluations >= (options.maxEvaluations ?? MAX_EVALUATIONS) / 4;
  if (variation > TARGET_VARIATION && !isSpent) return;
  const isUsable = variation <= MAX_VARIATION || isLate(state, options.timeLimitMs);
  state.stage = isUsable ? "worst corner" : "repeats";
}

/**
 * Advances a repeated run of subset simulation. A run that reaches no failure counts as 0; the last run that reached
 * one is kept.
 */
function stepRepeats(limitState: LimitState, state: YieldState, options: YieldOptions): void {
  if (isLate(state, options.timeLimitMs)) {
    state.repeat = null;
    state.stage = "worst corner";
    return;
  }
  const runOptions = subsetOptions(options.seed, state.runs.length);
  state.repeat ??= startSubset(limitState.dimensions, runOptions);
  state.evaluations += stepSubset(limitState, state.repeat, runOptions);
  const { ended } = state.repeat;
  if (ended === null) return;
  state.runs.push(computeSubsetProbability(state.repeat));
  if (ended === "failure") state.subset = state.repeat;
  state.repeat = null;
  const isSpent = state.evaluations >= (options.maxEvaluations ?? MAX_EVALUATIONS);
  if (state.runs.length >= MAX_RUNS || isSpent) state.stage = "worst corner";
}

function stepWorstCorner(
  limitState: LimitState,
  state: YieldState,
  { timeLimitMs }: YieldOptions,
  plain: () => FailingEstimate,
): void {
  if (state.corner === null) {
    const { points, rated } = plain().sample;
    state.corner = startCorner(limitState, points, rated.margin);
    state.evaluations += state.corner.evaluations;
    return;
  }
  const previousEvaluations = state.corner.evaluations;
  if (isLate(state, timeLimitMs) || !stepCorner(limitState, state.corner)) state.stage = "done";
  state.evaluations += state.corner.evaluations - previousEvaluations;
}
