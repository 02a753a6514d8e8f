/**
 * Importance sampling around the failing points of subset simulation: a normal mixture, fitted to these and refitted
 * to its own draws by the cross-entropy method (N. Kurtz and J. Song, 2013; S. Geyer, I. Papaioannou and D. Straub,
 * 2019).
 */
import { joined } from "../../math/joined.ts";
import { drawFrom, fitMixture, logRatio, type Mixture } from "../../math/mixture.ts";
import { createRandom } from "../../math/random.ts";
import type { LimitState, Rated } from "./limit-state.ts";

/** The state of the sampling (plain data, stored in checkpoints). */
export interface ImportanceState {
  mixture: Mixture;
  /** The number of refits so far. */
  round: number;
  points: Float64Array;
  rated: Rated;
  /** The importance weight f(x) / h(x) of each point: its density divided by that of the mixture. */
  ratios: Float64Array;
  count: number;
  evaluations: number;
}

const REFIT_COUNT = 2;
const MIN_REFIT_POINTS = 2_000;
const BATCH_SIZE = 2_000;

export function startImportance(
  limitState: LimitState,
  { points, margins, seed }: { points: Float64Array; margins: Float64Array; seed: number },
): ImportanceState {
  const weights = margins.map((margin) => (margin < 0 ? 1 : 0));
  const mixture = fitMixture(points, weights, limitState.dimensions, createRandom(seed).fork(0));
  return { ...createEmptySample(), mixture, round: 0, evaluations: 0 };
}

const createEmptySample = () => ({
  points: new Float64Array(),
  rated: {
    score: new Float64Array(),
    margin: new Float64Array(),
    below: new Float64Array(),
    above: new Float64Array(),
  },
  ratios: new Float64Array(),
  count: 0,
});

/** Draws and rates one batch, in place, with the emulator's errors. */
export function stepImportance(limitState: LimitState, state: ImportanceState, seed: number): void {
  const { dimensions } = limitState;
  const random = createRandom(seed).fork(1, state.round, state.count);
  const points = new Float64Array(BATCH_SIZE * dimensions);
  const ratios = new Float64Array(BATCH_SIZE);
  for (let i = 0; i < BATCH_SIZE; i++) {
    const point = points.subarray(i * dimensions, (i + 1) * dimensions);
    drawFrom(state.mixture, dimensions, random, point);
    ratios[i] = Math.exp(-logRatio(state.mixture, point));
  }
  const rated = limitState.rate(points, BATCH_SIZE);
  state.evaluations += BATCH_SIZE;
  appendBatch(state, points, rated, ratios);
  if (state.round < REFIT_COUNT && state.count >= MIN_REFIT_POINTS) refit(state, dimensions, random);
}

function appendBatch(state: ImportanceState, points: Float64Array, rated: Rated, ratios: Float64Array): void {
  state.points = joined([state.points, points]);
  state.ratios = joined([state.ratios, ratios]);
  state.rated = {
    score: joined([state.rated.score, rated.score]),
    margin: joined([state.rated.margin, rated.margin]),
    below: joined([state.rated.below, rated.below]),
    above: joined([state.rated.above, rated.above]),
  };
  state.count = state.ratios.length;
}

/**
 * Refits the mixture. Each point counts by its probability of failure under the emulator's errors, because the errors
 * move the limit.
 */
function refit(state: ImportanceState, dimensions: number, random: ReturnType<typeof createRandom>): void {
  const { margin, below } = state.rated;
  const weights = state.ratios.map((ratio, i) => ratio * computeFailureProbability(margin[i], below[i]));
  state.round++;
  if (weights.some((weight) => weight > 0)) {
    state.mixture = fitMixture(state.points, weights, dimensions, random);
  }
  Object.assign(state, createEmptySample());
}

/** Computes the probability of failure by the logistic approximation Phi(z) = 1 / (1 + exp(-1.702 z)). */
const computeFailureProbability = (margin: number, below: number): number =>
  below > 0 ? 1 / (1 + Math.exp((1.702 * margin) / below)) : margin < 0 ? 1 : 0;

export const isSampling = ({ round }: ImportanceState): boolean => round >= REFIT_COUNT;

/**
 * Computes the coefficient of variation of the failing share by the mean prediction.
 * @param state the sample so far: margins and likelihood ratios of its `count` points
 */
export function computeVariation({ rated, ratios, count }: ImportanceState): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    if (rated.margin[i] >= 0) continue;
    sum += ratios[i];
    squares += ratios[i] ** 2;
  }
  if (sum === 0) return Number.POSITIVE_INFINITY;
  return Math.sqrt(Math.max(0, squares / sum ** 2 - 1 / count));
}
