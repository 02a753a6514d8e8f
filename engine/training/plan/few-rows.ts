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
  type Leaderboard,
  listFolds,
  type Plan,
  type PlanData,
  runTasks,
  sumCosts,
} from "./stages.ts";

/** A target is explained when no more than this share of its variance is left. */
const MAX_EXPLAINED_ERROR = 1e-6;
/** Architectures are compared after this many steps. */
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
  const allTargets = Array.from(data.varianceShares.keys());
  yield* runTasks(gaussianProcessTasks(data, limits, null), limits.work / 2, leaderboard);
  for (let extension = 0; extension <= extensions; extension++) {
    // An extension trains more, however much is explained.
    const networkTargets = extension > 0 ? allTargets : findUnexplainedTargets(data, leaderboard);
    yield* halveArchitectures(data, networkTargets, limits, leaderboard, extension);
  }
}

/** Finds the targets with enough unexplained variance for networks. */
function findUnexplainedTargets({ varianceShares, outputs }: PlanData, leaderboard: Leaderboard): number[] {
  const errors = Array.from(varianceShares.keys(), (target) => leaderboard.leastError(target));
  const unexplained = errors.map((error, target) => varianceShares[target] * Math.min(1, error));
  const unexplainedByOutput = new Map<number, number>();
  unexplained.forEach((part, target) => {
    const output = outputs[target];
    unexplainedByOutput.set(output, (unexplainedByOutput.get(output) ?? 0) + part);
  });
  return Array.from(errors.keys()).filter((target) => {
    const outputUnexplained = unexplainedByOutput.get(outputs[target]) ?? 0;
    return (
      errors[target] > MAX_EXPLAINED_ERROR && unexplained[target] >= MIN_UNEXPLAINED_SHARE * outputUnexplained
    );
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
  const createTask = (
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
    features: selectFeatures(data, target, fold, shape.inputs),
    steps,
    starts: limits.starts,
    learningRate: 0,
  });
  const trials = listTrials(data, targets, limits);
  const trialName = ({ shape }: ArchitectureTrial) => `network ${layersText(shape.hidden)}, first steps`;
  const candidateName = ({ shape }: ArchitectureTrial) =>
    `network ${layersText(shape.hidden)}${extension > 0 ? `, ${extension + 1}` : ""}`;
  const createFullTasks = (chosen: readonly ArchitectureTrial[]): FitTask[] =>
    chosen.flatMap((trial, at) =>
      listFolds(trainingData).map((fold) => createTask(trial, at, fold, limits.steps, candidateName(trial))),
    );
  const keptShare = limits.keptArchitectures / Math.max(1, limits.triedArchitectures);
  const expectedCost = sumCosts(createFullTasks(trials), trainingData) * keptShare;

  const trialTasks = trials.map((trial, at) => createTask(trial, at, 0, FIRST_STEPS, trialName(trial)));
  // An extension trains the same architectures without another trial.
  if (extension === 0) yield* runTasks(trialTasks, expectedCost, leaderboard);
  const chosen = targets.flatMap((target) => {
    const targetTrials = trials
      .filter((trial) => trial.target === target)
      .map((trial) => ({ trial, error: leaderboard.error(trialName(trial), target, 0) }))
      .sort((a, b) => a.error - b.error);
    const maxError = leaderboard.leastError(target, 0) * limits.pruneRatio;
    return targetTrials
      .slice(0, limits.keptArchitectures)
      .filter(({ error }) => error <= maxError || extension > 0)
      .map(({ trial }) => trial);
  });
  yield* runTasks(createFullTasks(chosen), 0, leaderboard);
}

/** Lists each target's architectures, as large as rows and time allow. */
function listTrials(data: PlanData, targets: readonly number[], limits: EffortLimits): ArchitectureTrial[] {
  const { inputs: trainingInputs, foldCount } = data.trainingData;
  const { rows: width, columns: count } = trainingInputs;
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
function selectFeatures(data: PlanData, target: number, fold: number, max: number): readonly number[] {
  const { trainingData, rank } = data;
  return max === trainingData.inputs.rows ? allFeatures(trainingData) : rank(target, fold).slice(0, max);
}
