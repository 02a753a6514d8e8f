/**
 * Several goals made one for the next proposal: their augmented Chebyshev mean with random weights, each goal on the scale of what
 * was found so far (J. Knowles, 2006, "ParEGO"). Over many proposals all parts of the front are looked for.
 */
import { rangeOf } from "../../../dataset/scaling.ts";
import { createRandom, type Random } from "../../../math/random.ts";
import type { BayesianCheckpoint, BayesianOptimiser } from "../bayesian/optimiser.ts";
import { type RatedSimulation, resultKey } from "./rated-simulation.ts";
import type { StartOptimiser } from "./restored-optimiser.ts";

/**
 * The weight of the sum of all goals beside the least of them (the augmented Chebyshev function): every goal keeps
 * some weight.
 */
const AUGMENTATION_WEIGHT = 0.05;

/** @param checkpoint whose proposals and kernels are kept; its trust region followed another mean */
export function scalarised(
  start: StartOptimiser,
  { record, models }: BayesianCheckpoint,
  rated: readonly RatedSimulation[],
  seed: number,
): BayesianOptimiser {
  const weights = randomWeights(rated[0]?.goals.length ?? 1, createRandom(seed).fork(4, record.nextId));
  const means = scalarise(rated, weights);
  // The record may hold a part of the results alone, in another order.
  const byResult = new Map(rated.map(({ index, point }, at) => [resultKey(index, point), means[at]]));
  const evaluations = record.evaluations.map((evaluation) => ({
    ...evaluation,
    score:
      evaluation.score === null ? null : (byResult.get(resultKey(evaluation.id, evaluation.point)) ?? null),
  }));
  return start({ ...start().checkpoint(), models, record: { ...record, evaluations } });
}

/** Computes the scalarised score of each result; null where one of its goals does not exist. */
export function scalarise(rated: readonly RatedSimulation[], weights: readonly number[]): (number | null)[] {
  const sound = rated.filter(isSound);
  const scales = weights.map((_, g) => {
    const { low, high } = rangeOf(Float64Array.from(sound, ({ goals }) => goals[g]));
    return { high, range: high - low || 1 };
  });
  return rated.map((result) => {
    if (!isSound(result)) return null;
    const shortfalls = result.goals.map(
      (value, g) => (weights[g] * (scales[g].high - value)) / scales[g].range,
    );
    return -(Math.max(...shortfalls) + AUGMENTATION_WEIGHT * shortfalls.reduce((sum, part) => sum + part, 0));
  });
}

const isSound = ({ score, goals }: RatedSimulation): boolean =>
  score !== null && goals.every((value) => Number.isFinite(value));

/** Evenly from those that add up to 1. */
function randomWeights(count: number, random: Random): number[] {
  const parts = Array.from({ length: count }, () => -Math.log(1 - random.uniform()));
  const sum = parts.reduce((total, part) => total + part, 0) || 1;
  return parts.map((part) => part / sum);
}
