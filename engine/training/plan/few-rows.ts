/**
 * Plans a training with few rows: a Gaussian process for every target, which costs little and wins most often; then small
 * networks fitted by second-order steps, one a fold, for targets that the processes do not explain. Architectures are compared by
 * their errors on the first fold (successive halving; Jamieson and Talwalkar, 2016, "Non-stochastic best arm identification").
 */

import type { FitTask } from "../../models/fit-task.ts";
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";
import { TRIAL_STEPS } from "../fit/second-order-fitter.ts";
import { architectures, layersText, MAX_PARAMETERS, MIN_USEFUL_HIDDEN } from "./architectures.ts";
import type { EffortLimits } from "./effort.ts";
import { secondOrderCost } from "./fit-cost.ts";
import { gaussianProcessTasks } from "./gaussian-processes.ts";
import {
  allFeatures,
  costOf,
  foldsOf,
  type Leaderboard,
  type Plan,
  type PlanData,
  runTasks,
} from "./stages.ts";

/** A target is explained when no more than this share of its variance is left. */
const EXPLAINED = 1e-6;
/** Steps after which architectures are compared. */
const FIRST_STEPS = TRIAL_STEPS;
/** Targets with a smaller share of their output's unexplained variance get no networks. */
const MIN_UNEXPLAINED_SHARE = 0.01;
const MIN_PARAMETERS = 10;

export function* planFewRows(
  data: PlanData,
  limits: EffortLimits,
  leaderboard: Leaderboard,
  extensions: number,
): Plan {
  const all = Array.from(data.varianceShares.keys());
  yield* runTasks(gaussianProcessTasks(data, limits, null), limits.work / 2, leaderboard);
  for (let extension = 0; extension <= extensions; extension++) {
    // An extension trains more, however much is explained.
    const open = extension > 0 ? all : openTargets(data, leaderboard);
    yield* halveArchitectures(data, open, limits, leaderboard, extension);
  }
}

/** The targets with enough unexplained variance for networks. */
function openTargets({ varianceShares, outputs }: PlanData, leaderboard: Leaderboard): number[] {
  const errors = Array.from(varianceShares.keys(), (target) => leaderboard.leastError(target));
  const unexplained = errors.map((error, target) => varianceShares[target] * Math.min(1, error));
  const ofOutputs = new Map<number, number>();
  unexplained.forEach((part, target) => {
    const output = outputs[target];
    ofOutputs.set(output, (ofOutputs.get(output) ?? 0) + part);
  });
  return Array.from(errors.keys()).filter((target) => {
    const whole = ofOutputs.get(outputs[target]) ?? 0;
    return errors[target] > EXPLAINED && unexplained[target] >= MIN_UNEXPLAINED_SHARE * whole;
  });
}

interface ArchitectureTrial {
  target: number;
  shape: NetworkShape;
}

function* halveArchitectures(
  data: PlanData,
  targets: readonly number[],
  limits: EffortLimits,
  leaderboard: Leaderboard,
  extension: number,
): Plan {
  if (targets.length === 0) return;
  const { trainingData } = data;
  const taskOf = (
    { target, shape }: ArchitectureTrial,
    at: number,
    fold: number,
    steps: number,
    candidate: string,
  ): FitTask => ({
    family: "network",
    method: "second-order",
    candidate,
    targets: [target],
    fold,
    seed: data.seed(2, extension, target, at, fold),
    shape,
    features: featuresOf(data, target, fold, shape.inputs),
    steps,
    starts: limits.starts,
    learningRate: 0,
  });
  const trials = trialsOf(data, targets, limits);
  const trialName = ({ shape }: ArchitectureTrial) => `network ${layersText(shape.hidden)}, first steps`;
  const candidateName = ({ shape }: ArchitectureTrial) =>
    `network ${layersText(shape.hidden)}${extension > 0 ? `, ${extension + 1}` : ""}`;
  const whole = (chosen: readonly ArchitectureTrial[]): FitTask[] =>
    chosen.flatMap((trial, at) =>
      foldsOf(trainingData).map((fold) => taskOf(trial, at, fold, limits.steps, candidateName(trial))),
    );
  const keptShare = limits.keptArchitectures / Math.max(1, limits.triedArchitectures);
  const expected = costOf(whole(trials), trainingData) * keptShare;

  const first = trials.map((trial, at) => taskOf(trial, at, 0, FIRST_STEPS, trialName(trial)));
  // An extension trains the same architectures without another trial.
  if (extension === 0) yield* runTasks(first, expected, leaderboard);
  const chosen = targets.flatMap((target) => {
    const own = trials
      .filter((trial) => trial.target === target)
      .map((trial) => ({ trial, error: leaderboard.error(trialName(trial), target, 0) }))
      .sort((a, b) => a.error - b.error);
    const maxError = leaderboard.leastError(target, 0) * limits.pruneRatio;
    return own
      .slice(0, limits.keptArchitectures)
      .filter(({ error }) => error <= maxError || extension > 0)
      .map(({ trial }) => trial);
  });
  yield* runTasks(whole(chosen), 0, leaderboard);
}

/** Lists each target's architectures, as large as rows and time allow. */
function trialsOf(data: PlanData, targets: readonly number[], limits: EffortLimits): ArchitectureTrial[] {
  const { count, width, foldCount } = data.trainingData;
  const cap = Math.min(MAX_PARAMETERS, Math.max(count / 2.5, Math.min(count, 150)));
  const steps = limits.steps + (limits.starts - 1) * TRIAL_STEPS;
  const stepCost = limits.work / 2 / targets.length / limits.keptArchitectures / foldCount / steps;
  let size = MIN_PARAMETERS;
  while (size < cap && secondOrderCost(count, size + 1) <= stepCost) size += 1;
  let features = width;
  const smallest = (inputs: number) => parameterCount({ inputs, hidden: MIN_USEFUL_HIDDEN, outputs: 1 });
  while (features > 2 && smallest(features) > size) features -= 1;
  const shapes = architectures(features, size, limits.triedArchitectures);
  return targets.flatMap((target) => shapes.map((shape) => ({ target, shape })));
}

/**
 * Returns all features, or, where there are too many, those that the rows outside the fold select: a selection by all rows would
 * leak the held-out ones.
 */
function featuresOf(data: PlanData, target: number, fold: number, max: number): readonly number[] {
  const { trainingData, rank } = data;
  return max === trainingData.width ? allFeatures(trainingData) : rank(target, fold).slice(0, max);
}
