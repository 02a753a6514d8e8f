/**
 * Importance sampling around the failing points that subset simulation has found: a mixture of normal distributions, fitted to
 * them and once more to its own draws (cross-entropy: Kurtz and Song, 2013; Geyer, Papaioannou and Straub, 2019).
 */
import { joined } from "../../math/joined.ts";
import { drawFrom, fitMixture, logRatio, type Mixture } from "../../math/mixture.ts";
import { createRandom } from "../../math/random.ts";
import type { LimitState, Rated } from "./limit-state.ts";

/** Plain data. */
export interface ImportanceState {
  mixture: Mixture;
  /** Refits that were made. */
  round: number;
  points: Float64Array;
  rated: Rated;
  /** Of each point, its density over that which it was drawn with. */
  ratios: Float64Array;
  count: number;
  evaluations: number;
}

const REFITS = 2;
const REFIT_POINTS = 2_000;
const BATCH = 2_000;

export function startImportance(
  limitState: LimitState,
  { points, margins, seed }: { points: Float64Array; margins: Float64Array; seed: number },
): ImportanceState {
  const weights = margins.map((margin) => (margin < 0 ? 1 : 0));
  const mixture = fitMixture(points, weights, limitState.dimensions, createRandom(seed).fork(0));
  return { ...emptySample(), mixture, round: 0, evaluations: 0 };
}

const emptySample = () => ({
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

/** One batch, in place; with the emulator's errors. */
export function stepImportance(limitState: LimitState, state: ImportanceState, seed: number): void {
  const { dimensions } = limitState;
  const random = createRandom(seed).fork(1, state.round, state.count);
  const points = new Float64Array(BATCH * dimensions);
  const ratios = new Float64Array(BATCH);
  for (let i = 0; i < BATCH; i++) {
    const point = points.subarray(i * dimensions, (i + 1) * dimensions);
    drawFrom(state.mixture, dimensions, random, point);
    ratios[i] = Math.exp(-logRatio(state.mixture, point));
  }
  const rated = limitState.rate(points, BATCH);
  state.evaluations += BATCH;
  append(state, points, rated, ratios);
  if (state.round < REFITS && state.count >= REFIT_POINTS) refit(state, dimensions, random);
}

function append(state: ImportanceState, points: Float64Array, rated: Rated, ratios: Float64Array): void {
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

/** Points that may fail, as far as the emulator knows, count by how likely that is: the limit moves with its errors. */
function refit(state: ImportanceState, dimensions: number, random: ReturnType<typeof createRandom>): void {
  const { margin, below } = state.rated;
  const weights = state.ratios.map((ratio, i) => ratio * failing(margin[i], below[i]));
  state.round++;
  if (weights.some((weight) => weight > 0)) {
    state.mixture = fitMixture(state.points, weights, dimensions, random);
  }
  Object.assign(state, emptySample());
}

/** Logistic, near enough to the normal distribution. */
const failing = (margin: number, below: number): number =>
  below > 0 ? 1 / (1 + Math.exp((1.702 * margin) / below)) : margin < 0 ? 1 : 0;

export const isSampling = ({ round }: ImportanceState): boolean => round >= REFITS;

/** Of the share of failing points by the mean prediction. */
export function coefficientOfVariation({ rated, ratios, count }: ImportanceState): number {
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
