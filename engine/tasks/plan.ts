/**
 * Decides, from the size of the data and the effort, which networks are trained, and in what order: rounds of one network
 * a target, a straight line first, so that something usable stands after the first moments.
 */
import { adamStepCost } from "../emulators/adam-fit.ts";
import { type NetworkShape, parameterCount } from "../emulators/network.ts";
import type { Effort } from "./training.ts";

export interface Assignment {
  round: number;
  /** The targets that the network learns. */
  targets: readonly number[];
  /** The features that it sees; indices into all features. */
  features: readonly number[];
  method: "bayesian" | "adam";
  shape: NetworkShape;
  /** Steps at most: of second order, or mini-batches. */
  steps: number;
  /** Multiplications a step, about. */
  stepCost: number;
}

interface EffortLimits {
  members: number;
  steps: number;
  /** Multiplications, about: two in a nanosecond on one core of 2024. */
  work: number;
  /** Seconds. */
  time: number;
}

const LIMITS: Readonly<Record<Effort, EffortLimits>> = {
  quick: { members: 2, steps: 50, work: 5e10, time: 60 },
  standard: { members: 4, steps: 100, work: 1.2e11, time: 180 },
  thorough: { members: 10, steps: 250, work: 1e12, time: 1800 },
};

/** Above this a step's factorisation would keep the caller waiting. */
const MOST_PARAMETERS = 500;
export const FEWEST_MEMBERS = 2;
/** Rather fewer networks than smaller ones. */
const GOOD_SIZE = 160;
/** Of its output's variance; targets that hold less get fewer networks. */
const SMALL_SHARE = 1e-3;
const SMALLEST = 10;
/** Networks see as many features as still allow these hidden units. */
const DECENT = [8];
/** With more rows than this, networks by mini-batches sort out the features themselves. */
const MOST_SCREENED_ROWS = 3000;
/** Steps of a straight line's fit: it is exact after the first, and its precisions hardly matter with many rows. */
function straightSteps(rows: number): number {
  return rows > 10_000 ? 4 : 12;
}
const ONE_LAYER = [4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32].map((units) => [units]);
const TWO_LAYERS = [
  [6, 4],
  [8, 6],
  [10, 8],
  [12, 8],
  [14, 10],
  [16, 12],
  [20, 12],
];

export interface DataSize {
  rows: number;
  features: number;
  /** See `Prepared`. */
  shares: Float64Array;
  /** All features, the most telling for a target first. */
  rank: (target: number) => readonly number[];
}

export function timeBudget(effort: Effort): number {
  return LIMITS[effort].time;
}

/** All rounds; `extensions` times the effort's rounds are added at the end. */
export function planTraining(data: DataSize, effort: Effort, extensions: number): Assignment[][] {
  const straight = Math.min(data.features, MOST_PARAMETERS - 1);
  const lines = bayesianRound(data, straight, 0, [], straightSteps(data.rows), () => true);
  const networks = secondOrderRounds(data, effort, extensions) ?? miniBatchRounds(data, effort, extensions);
  return [lines, ...networks].filter((round) => round.length > 0);
}

/** Undefined where the rows are too many for second-order steps of networks worth training. */
function secondOrderRounds(data: DataSize, effort: Effort, extensions: number): Assignment[][] | undefined {
  const limits = LIMITS[effort];
  const lanes = data.shares.length;
  const cap = Math.min(MOST_PARAMETERS, Math.max(data.rows / 2.5, Math.min(data.rows, 150)));
  const affordable = (members: number): number => {
    const stepCost = limits.work / Math.max(1, lanes) / members / limits.steps;
    let size = SMALLEST;
    while (size < cap && bayesianCost(data.rows, size + 1) <= stepCost) size += 1;
    return size;
  };
  let members = limits.members;
  while (members > FEWEST_MEMBERS && affordable(members) < Math.min(cap, GOOD_SIZE)) members -= 1;
  const size = affordable(members);
  const sizeOf = (hidden: readonly number[], features = data.features): number =>
    parameterCount(shapeOf(features, hidden));
  if (sizeOf(DECENT) > size && data.rows > MOST_SCREENED_ROWS) return undefined;
  let features = data.features;
  while (features > 2 && sizeOf(DECENT, features) > size) features -= 1;
  const wide = ONE_LAYER.findLast((hidden) => sizeOf(hidden, features) <= size) ?? [2];
  const deep = TWO_LAYERS.findLast((hidden) => sizeOf(hidden, features) <= size);
  const shapes = deep === undefined ? [wide] : [wide, deep];
  return Array.from({ length: members * (1 + extensions) }, (_, index) =>
    bayesianRound(
      data,
      features,
      index + 1,
      shapes[index % shapes.length] ?? wide,
      limits.steps,
      // A small share is trained in the first half of every extension's rounds.
      (share) => share > SMALL_SHARE || index % members < members / 2,
    ),
  );
}

function bayesianRound(
  data: DataSize,
  features: number,
  round: number,
  hidden: readonly number[],
  steps: number,
  takesPart: (share: number) => boolean,
): Assignment[] {
  const shape = shapeOf(features, hidden);
  const stepCost = bayesianCost(data.rows, parameterCount(shape));
  return Array.from(data.shares.keys())
    .filter((target) => takesPart(data.shares[target] ?? 0))
    .map((target) => ({
      round,
      targets: [target],
      features: features === data.features ? allOf(features) : data.rank(target).slice(0, features),
      method: "bayesian",
      shape,
      steps,
      stepCost,
    }));
}

function allOf(features: number): number[] {
  return Array.from({ length: features }, (_, index) => index);
}

function miniBatchRounds(data: DataSize, effort: Effort, extensions: number): Assignment[][] {
  const { work } = LIMITS[effort];
  const targets = Array.from(data.shares.keys());
  const hidden = effort === "quick" ? [48, 48] : [64, 64];
  const shape = { ...shapeOf(data.features, hidden), outputs: targets.length };
  const stepCost = adamStepCost(shape);
  const steps = Math.max(200, Math.floor(work / FEWEST_MEMBERS / stepCost));
  return Array.from({ length: FEWEST_MEMBERS * (1 + extensions) }, (_, index) => [
    { round: index + 1, targets, features: allOf(data.features), method: "adam", shape, steps, stepCost },
  ]);
}

/** Gram matrix, then factorisation and inverse, which run at a third of its speed. */
function bayesianCost(rows: number, parameters: number): number {
  return (rows * parameters ** 2) / 2 + 0.8 * parameters ** 3;
}

function shapeOf(features: number, hidden: readonly number[]): NetworkShape {
  return { inputs: features, hidden, outputs: 1 };
}
