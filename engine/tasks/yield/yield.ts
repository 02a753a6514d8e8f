/**
 * The yield: the share of designs that are in spec while their inputs vary as they are distributed, on a limit state that may be an
 * emulator's. A quasi-random sample shows what fails often; what fails rarely is found by subset simulation and measured by
 * importance sampling. The interval holds both the error of the sample and the emulator's own.
 *
 * The same seed finds the same, interrupted or not, unless the time limit cuts it short.
 */
import { copyPlain } from "../../models/plain-data.ts";
import { type FailingEstimate, PER_REPLICATE, plainEstimate, rareEstimate } from "./estimate.ts";
import {
  coefficientOfVariation,
  isSampling,
  startImportance,
  stepImportance,
} from "./importance-sampling.ts";
import type { LimitState } from "./limit-state.ts";
import { normalPoints, REPLICATES } from "./quasi-random.ts";
import { startSubset, stepSubset, subsetProbability } from "./subset-simulation.ts";
import { startCorner, stepCorner } from "./worst-corner.ts";
import { startState, type YieldStage, type YieldState } from "./yield-state.ts";

export interface YieldOptions {
  seed: number;
  /** Of the limit state; 100,000 when absent. */
  maxEvaluations?: number;
  /** Of all steps, milliseconds: what is missing then is left out. */
  timeLimitMs?: number;
}

/** Yielded after every step. */
export interface YieldProgress {
  stage: YieldStage;
  evaluations: number;
  /** Plain data to continue from. */
  checkpoint: () => YieldState;
}

export interface YieldEnd {
  state: YieldState;
  estimate: FailingEstimate;
  /** The quasi-random sample, whatever the estimate is made of. */
  plain: FailingEstimate;
}

export interface YieldTask {
  limitState: LimitState;
  options: YieldOptions;
  clock: () => number;
  checkpoint?: YieldState;
}

/** Points of each level of subset simulation. */
const SUBSET_POINTS = 4_000;
/** Failing points in the quasi-random sample that measure the share to some 10%. */
const ENOUGH_FAILING = 100;
const MIN_REPLICATES = 4;
/** Of the failing share: importance sampling goes on until it is met. */
const WANTED_VARIATION = 0.04;
/** Of fewer points the variation is not known well itself: most of what it stems from are a few of large weight. */
const MIN_IMPORTANCE_POINTS = 6_000;
/** Beyond it, whole runs of subset simulation are repeated instead. */
const MAX_VARIATION = 0.1;
const MAX_RUNS = 4;
const MAX_EVALUATIONS = 100_000;

export function* estimateYield(task: YieldTask): Generator<YieldProgress, YieldEnd> {
  const { limitState, options, clock } = task;
  const state = task.checkpoint === undefined ? startState() : copyPlain(task.checkpoint);
  const known: { plain: FailingEstimate | null } = { plain: null };
  const plain = () => (known.plain ??= plainEstimate(limitState, state, options.seed));
  while (state.stage !== "done") {
    const begun = clock();
    step(limitState, state, options, plain);
    state.elapsed += clock() - begun;
    state.isLate ||= state.elapsed > (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
    yield { stage: state.stage, evaluations: state.evaluations, checkpoint: () => copyPlain(state) };
  }
  return { state, estimate: rareEstimate(limitState, state, plain(), options.seed), plain: plain() };
}

function step(
  limitState: LimitState,
  state: YieldState,
  options: YieldOptions,
  plain: () => FailingEstimate,
): void {
  switch (state.stage) {
    case "sampling":
      stepSampling(limitState, state, options, plain);
      break;
    case "rare failures":
      stepRare(limitState, state, options);
      break;
    case "importance sampling":
      stepAround(limitState, state, options);
      break;
    case "repeats":
      stepRepeats(limitState, state, options);
      break;
    case "worst corner":
      stepWorst(limitState, state, plain);
      break;
    case "done":
      break;
  }
}

function stepSampling(
  limitState: LimitState,
  state: YieldState,
  { seed }: YieldOptions,
  plain: () => FailingEstimate,
): void {
  const replicate = state.replicates.length;
  const points = normalPoints(limitState.dimensions, { seed, replicate, from: 0, count: PER_REPLICATE });
  state.replicates.push(limitState.rate(points, PER_REPLICATE));
  state.evaluations += PER_REPLICATE;
  const isEnough = state.replicates.length === REPLICATES;
  if (!isEnough && !(state.isLate && state.replicates.length >= MIN_REPLICATES)) return;
  const count = state.replicates.length * PER_REPLICATE;
  const isRare = plain().failing.upper - limitState.shareOutside < ENOUGH_FAILING / count;
  state.stage = isRare && limitState.dimensions > 0 && !state.isLate ? "rare failures" : "worst corner";
}

const subsetOptions = (seed: number, run: number) => ({ seed: seed + run, points: SUBSET_POINTS });

function stepRare(limitState: LimitState, state: YieldState, { seed }: YieldOptions): void {
  const given = subsetOptions(seed, 0);
  state.subset ??= startSubset(limitState.dimensions, given);
  state.evaluations += stepSubset(limitState, state.subset, given);
  if (state.isLate) {
    state.subset = null;
    state.stage = "worst corner";
  } else if (state.subset.ended === "limit") state.stage = "worst corner";
  else if (state.subset.ended === "failure") {
    state.runs.push(subsetProbability(state.subset));
    state.importance = startImportance(limitState, { ...state.subset, seed });
    state.stage = "importance sampling";
  }
}

function stepAround(limitState: LimitState, state: YieldState, options: YieldOptions): void {
  const { importance } = state;
  if (importance === null) return;
  const before = importance.evaluations;
  stepImportance(limitState, importance, options.seed);
  state.evaluations += importance.evaluations - before;
  if (!isSampling(importance) || (importance.count < MIN_IMPORTANCE_POINTS && !state.isLate)) return;
  const variation = coefficientOfVariation(importance);
  const isSpent = state.isLate || importance.evaluations >= (options.maxEvaluations ?? MAX_EVALUATIONS) / 4;
  if (variation > WANTED_VARIATION && !isSpent) return;
  const isUsable = variation <= MAX_VARIATION || state.isLate;
  state.stage = isUsable ? "worst corner" : "repeats";
}

/** A run that reaches no failure counts as 0; the last one that did is kept. */
function stepRepeats(limitState: LimitState, state: YieldState, options: YieldOptions): void {
  if (state.isLate) {
    state.repeat = null;
    state.stage = "worst corner";
    return;
  }
  const given = subsetOptions(options.seed, state.runs.length);
  state.repeat ??= startSubset(limitState.dimensions, given);
  state.evaluations += stepSubset(limitState, state.repeat, given);
  const { ended } = state.repeat;
  if (ended === null) return;
  state.runs.push(subsetProbability(state.repeat));
  if (ended === "failure") state.subset = state.repeat;
  state.repeat = null;
  const isSpent = state.evaluations >= (options.maxEvaluations ?? MAX_EVALUATIONS);
  if (state.runs.length >= MAX_RUNS || isSpent) state.stage = "worst corner";
}

function stepWorst(limitState: LimitState, state: YieldState, plain: () => FailingEstimate): void {
  if (state.corner === null) {
    const { points, rated } = plain().sample;
    state.corner = startCorner(limitState, points, rated.margin);
    state.evaluations += state.corner.evaluations;
    return;
  }
  const before = state.corner.evaluations;
  if (state.isLate || !stepCorner(limitState, state.corner)) state.stage = "done";
  state.evaluations += state.corner.evaluations - before;
}
