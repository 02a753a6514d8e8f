/**
 * With few rows: a Gaussian process for every target, which costs little and wins most often; then small networks fitted by
 * second-order steps, one a fold, where the processes leave something to explain. Architectures are halved by what they
 * say of the first fold (Jamieson and Talwalkar, 2016, "Non-stochastic best arm identification").
 */

import type { Lesson } from "../../models/fit-task.ts";
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";
import { TRIAL_STEPS } from "../fit/second-order-fitter.ts";
import { architectures, DECENT, layersText, MOST_PARAMETERS } from "./architectures.ts";
import type { EffortLimits } from "./effort.ts";
import { secondOrderCost } from "./fit-cost.ts";
import { gaussianProcesses } from "./gaussian-processes.ts";
import { allFeatures, costOf, foldsOf, type Leaderboard, learn, type Plan, type PlanData } from "./stages.ts";

/** A target of which no more than this share of the variance is left has been explained. */
const EXPLAINED = 1e-6;
/** Steps after which architectures are compared. */
const FIRST_STEPS = TRIAL_STEPS;
/** Of what is unexplained of an output, targets that hold less get no networks. */
const SMALL_PART = 0.01;
const SMALLEST = 10;

export function* planFewRows(
  data: PlanData,
  limits: EffortLimits,
  leaderboard: Leaderboard,
  extensions: number,
): Plan {
  const all = Array.from(data.shares.keys());
  yield* learn(gaussianProcesses(data, limits, null), limits.work / 2, leaderboard);
  for (let extension = 0; extension <= extensions; extension++) {
    // Whoever asks for more gets more, however much is explained.
    const open = extension > 0 ? all : openTargets(data, leaderboard);
    yield* tournament(data, open, limits, leaderboard, extension);
  }
}

/** The targets of which enough is unexplained for networks to be worth their while. */
function openTargets({ shares, outputs }: PlanData, leaderboard: Leaderboard): number[] {
  const errors = Array.from(shares.keys(), (target) => leaderboard.least(target));
  const unexplained = errors.map((error, target) => (shares[target] ?? 0) * Math.min(1, error));
  const ofOutputs = new Map<number, number>();
  unexplained.forEach((part, target) => {
    const output = outputs[target] ?? 0;
    ofOutputs.set(output, (ofOutputs.get(output) ?? 0) + part);
  });
  return Array.from(errors.keys()).filter((target) => {
    const whole = ofOutputs.get(outputs[target] ?? 0) ?? 0;
    return (errors[target] ?? 0) > EXPLAINED && (unexplained[target] ?? 0) >= SMALL_PART * whole;
  });
}

interface Entry {
  target: number;
  shape: NetworkShape;
}

function* tournament(
  data: PlanData,
  targets: readonly number[],
  limits: EffortLimits,
  leaderboard: Leaderboard,
  extension: number,
): Plan {
  if (targets.length === 0) return;
  const { learning } = data;
  const lessonOf = (
    { target, shape }: Entry,
    at: number,
    fold: number,
    steps: number,
    voice: string,
  ): Lesson => ({
    family: "network",
    method: "second-order",
    voice,
    targets: [target],
    fold,
    seed: data.seed(2, extension, target, at, fold),
    shape,
    features: featuresSeen(data, target, fold, shape.inputs),
    steps,
    starts: limits.starts,
    learningRate: 0,
  });
  const entries = entriesOf(data, targets, limits);
  const firstVoice = ({ shape }: Entry) => `network ${layersText(shape.hidden)}, first steps`;
  const voice = ({ shape }: Entry) =>
    `network ${layersText(shape.hidden)}${extension > 0 ? `, ${extension + 1}` : ""}`;
  const whole = (chosen: readonly Entry[]): Lesson[] =>
    chosen.flatMap((entry, at) =>
      foldsOf(learning).map((fold) => lessonOf(entry, at, fold, limits.steps, voice(entry))),
    );
  const expected = costOf(whole(entries), learning) * (limits.kept / Math.max(1, limits.tried));

  const first = entries.map((entry, at) => lessonOf(entry, at, 0, FIRST_STEPS, firstVoice(entry)));
  // What was tried once is not tried again.
  if (extension === 0) yield* learn(first, expected, leaderboard);
  const chosen = targets.flatMap((target) => {
    const own = entries
      .filter((entry) => entry.target === target)
      .map((entry) => ({ entry, error: leaderboard.error(firstVoice(entry), target, 0) }))
      .sort((a, b) => a.error - b.error);
    const bar = leaderboard.least(target, 0) * limits.hopeless;
    return own
      .slice(0, limits.kept)
      .filter(({ error }) => error <= bar || extension > 0)
      .map(({ entry }) => entry);
  });
  yield* learn(whole(chosen), 0, leaderboard);
}

/** Each target's architectures, as large as rows and time allow. */
function entriesOf(data: PlanData, targets: readonly number[], limits: EffortLimits): Entry[] {
  const { count, width, foldCount } = data.learning;
  const cap = Math.min(MOST_PARAMETERS, Math.max(count / 2.5, Math.min(count, 150)));
  const steps = limits.steps + (limits.starts - 1) * TRIAL_STEPS;
  const stepCost = limits.work / 2 / targets.length / limits.kept / foldCount / steps;
  let size = SMALLEST;
  while (size < cap && secondOrderCost(count, size + 1) <= stepCost) size += 1;
  let features = width;
  const decent = (inputs: number) => parameterCount({ inputs, hidden: DECENT, outputs: 1 });
  while (features > 2 && decent(features) > size) features -= 1;
  const shapes = architectures(features, size, limits.tried);
  return targets.flatMap((target) => shapes.map((shape) => ({ target, shape })));
}

/** Where there are too many, each fold's network sees those that the fold's own rows tell: others would know its kept-out ones. */
function featuresSeen(data: PlanData, target: number, fold: number, most: number): readonly number[] {
  return most === data.learning.width ? allFeatures(data.learning) : data.rank(target, fold).slice(0, most);
}
