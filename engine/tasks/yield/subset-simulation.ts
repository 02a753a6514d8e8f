/**
 * Subset simulation (S.-K. Au and J. L. Beck, 2001): the probability of a rare failure as a product of conditional
 * probabilities, P(F) = P(F_1) P(F_2 | F_1) ..., of nested events whose thresholds decrease. The conditional samples
 * are Markov chains by adaptive conditional sampling (I. Papaioannou, W. Betz, K. Zwirglmaier and D. Straub, 2015),
 * whose correlation is adapted to an acceptance rate of 44%. All chains move at once, one batch a step.
 */
import { createRandom } from "../../math/random.ts";
import type { LimitState, Rated } from "./limit-state.ts";

/** The part of a limit state that subset simulation evaluates. */
export interface Margins extends Pick<LimitState, "dimensions"> {
  rateMeans(points: Float64Array, count: number): Pick<Rated, "margin">;
}

export interface SubsetOptions {
  seed: number;
  /** The number of points of each level. */
  points: number;
}

/** The state of the simulation (plain data, stored in checkpoints). */
export interface SubsetState {
  /** The current level, from 0, and the conditional probability of each level that has ended. */
  level: number;
  probabilities: number[];
  /** The threshold of the margin below which the points of each level lie. */
  thresholds: number[];
  /**
   * The points of the level (points x dimensions, row-major) and their margins, one step of all chains after the
   * other.
   */
  points: Float64Array;
  margins: Float64Array;
  filled: number;
  chains: number;
  /** The number of steps taken on this level. */
  step: number;
  /**
   * The standard deviation of the proposals, in (0, 1]: a proposal has the correlation sqrt(1 - spread^2) with its
   * chain.
   */
  spread: number;
  /** "failure" once enough points fail; "limit" when the levels no longer decrease. */
  ended: "failure" | "limit" | null;
}

/** The conditional probability of a level: the share of its points that the next level starts from. */
const LEVEL_PROBABILITY = 0.1;
/** The largest conditional probability where margins are equal. */
const MAX_LEVEL_PROBABILITY = 0.5;
/** Fourteen levels reach 1e-14, which is less than any product is built. */
const MAX_LEVELS = 14;
/** The optimal acceptance rate of Papaioannou et al. (2015). */
const TARGET_ACCEPTANCE = 0.44;
const FIRST_SPREAD = 0.6;
const BATCH_SIZE = 1000;

export function startSubset(dimensions: number, { points }: SubsetOptions): SubsetState {
  return {
    level: 0,
    probabilities: [],
    thresholds: [],
    points: new Float64Array(points * dimensions),
    margins: new Float64Array(points),
    filled: 0,
    chains: 0,
    step: 0,
    spread: FIRST_SPREAD,
    ended: null,
  };
}

/** Computes the probability that the margin is below 0; 0 where no level reached failure. */
export const computeSubsetProbability = ({ probabilities, ended }: SubsetState): number =>
  ended === "failure" ? probabilities.reduce((product, probability) => product * probability, 1) : 0;

/** Computes the upper bound of the probability of a failure that no level reached. */
export const computeSubsetBound = ({ probabilities }: SubsetState): number =>
  probabilities.reduce((product, probability) => product * probability, 1);

/**
 * Advances the simulation by one batch, in place.
 * @returns the number of evaluations
 */
export function stepSubset(limitState: Margins, state: SubsetState, { seed, points }: SubsetOptions): number {
  const filledBefore = state.filled;
  const random = createRandom(seed).fork(state.level, state.filled);
  if (state.level === 0) {
    const count = Math.min(BATCH_SIZE, points - state.filled);
    addPoints(
      state,
      limitState,
      Float64Array.from({ length: count * limitState.dimensions }, () => random.normal()),
    );
  } else moveChains(limitState, state, random, points);
  const evaluations = state.filled - filledBefore;
  if (state.filled === points) endLevel(limitState.dimensions, state, points);
  return evaluations;
}

function addPoints(state: SubsetState, limitState: Margins, points: Float64Array): void {
  const count = points.length / limitState.dimensions;
  state.points.set(points, state.filled * limitState.dimensions);
  state.margins.set(limitState.rateMeans(points, count).margin, state.filled);
  state.filled += count;
}

function moveChains(
  limitState: Margins,
  state: SubsetState,
  random: ReturnType<typeof createRandom>,
  points: number,
): void {
  const { dimensions } = limitState;
  const count = Math.min(state.chains, points - state.filled);
  const from = state.filled - state.chains;
  const correlation = Math.sqrt(1 - state.spread ** 2);
  const chainPoints = state.points.slice(from * dimensions, (from + count) * dimensions);
  const proposals = chainPoints.map((value) => correlation * value + state.spread * random.normal());
  const { margin } = limitState.rateMeans(proposals, count);
  const threshold = state.thresholds[state.level - 1];
  let accepted = 0;
  for (let i = 0; i < count; i++) {
    const target = state.filled + i;
    const isAccepted = margin[i] <= threshold;
    const source = isAccepted ? proposals : chainPoints;
    state.points.set(source.subarray(i * dimensions, (i + 1) * dimensions), target * dimensions);
    state.margins[target] = isAccepted ? margin[i] : state.margins[from + i];
    if (isAccepted) accepted++;
  }
  state.filled += count;
  state.step++;
  state.spread = adaptSpread(state.spread, accepted / count, state.step);
}

/**
 * Adapts the spread to the target acceptance rate; the changes decrease with each step, so that the chains forget
 * them (Papaioannou et al., 2015).
 */
function adaptSpread(spread: number, acceptance: number, step: number): number {
  const adaptedSpread = Math.exp(Math.log(spread) + (acceptance - TARGET_ACCEPTANCE) / Math.sqrt(step));
  return Math.min(1, Math.max(0.01, adaptedSpread));
}

function endLevel(dimensions: number, state: SubsetState, points: number): void {
  const sorted = state.margins.slice().sort();
  const firstPassing = sorted.findIndex((margin) => margin >= 0);
  const failedCount = firstPassing < 0 ? points : firstPassing;
  const seedCount = Math.round(LEVEL_PROBABILITY * points);
  if (failedCount >= seedCount) {
    state.probabilities.push(failedCount / points);
    state.ended = "failure";
    return;
  }
  const threshold = findNextThreshold(sorted, seedCount);
  if (state.level + 1 === MAX_LEVELS || threshold === null) state.ended = "limit";
  else startLevel(dimensions, state, threshold, seedCount);
}

/**
 * Finds the threshold of the next level: `wanted` points have at most this margin. Where so many points have exactly
 * this margin (levels, capped scores) that the next level would hardly be lower, the threshold lies below it; null
 * where no point lies below.
 */
function findNextThreshold(sorted: Float64Array, seedCount: number): number | null {
  const threshold = sorted[seedCount - 1];
  const lowerCount = sorted.indexOf(threshold);
  const withinCount = sorted.lastIndexOf(threshold) + 1;
  if (withinCount <= MAX_LEVEL_PROBABILITY * sorted.length) return threshold;
  // The worst of a few failing points is not the limit of all failures.
  if (lowerCount > 0) return Math.max(sorted[lowerCount - 1], -Number.MIN_VALUE);
  return withinCount < sorted.length ? threshold : null;
}

/** Starts the next level. Where few points remain, several chains start at each, because small batches are slow. */
function startLevel(dimensions: number, state: SubsetState, threshold: number, chains: number): void {
  const [previousPoints, previousMargins] = [state.points.slice(), state.margins.slice()];
  const withinThreshold = Array.from(previousMargins.keys()).filter((i) => previousMargins[i] <= threshold);
  const seeds = Array.from(
    { length: Math.max(chains, withinThreshold.length) },
    (_, i) => withinThreshold[i % withinThreshold.length],
  );
  state.probabilities.push(withinThreshold.length / previousMargins.length);
  state.thresholds.push(threshold);
  seeds.forEach((source, target) => {
    state.points.set(
      previousPoints.subarray(source * dimensions, (source + 1) * dimensions),
      target * dimensions,
    );
    state.margins[target] = previousMargins[source];
  });
  state.level++;
  state.step = 0;
  state.chains = seeds.length;
  state.filled = seeds.length;
}
