/**
 * Subset simulation (Au and Beck, 2001): a rare failure as a sequence of frequent ones, each margin's limit lower than the last.
 * Between two limits, Markov chains by conditional sampling (Papaioannou, Betz, Zwirglmaier and Straub, 2015), whose
 * correlation is adapted so that 44% of the proposals are accepted. All chains move at once: one batch a step.
 */
import { createRandom } from "../../math/random.ts";
import type { LimitState, Rated } from "./limit-state.ts";

/** All that it asks of a limit state. */
export interface Margins extends Pick<LimitState, "dimensions"> {
  rateMeans(points: Float64Array, count: number): Pick<Rated, "margin">;
}

export interface SubsetOptions {
  seed: number;
  /** Points of each level. */
  points: number;
}

/** Plain data. */
export interface SubsetState {
  /** From 0; at each level's end, how likely it was given the level before. */
  level: number;
  probabilities: number[];
  /** Margins below which each level lies. */
  thresholds: number[];
  /** Of the level: points x dimensions, and their margins; chains one step after the other. */
  points: Float64Array;
  margins: Float64Array;
  filled: number;
  chains: number;
  /** Steps that were taken on this level. */
  step: number;
  /** Of the proposals: how far they move, 0 .. 1. */
  spread: number;
  /** "failure" once enough points fail; "limit" when levels no longer get lower. */
  ended: "failure" | "limit" | null;
}

/** Of a level, how many points the next one begins at. */
const SHARE = 0.1;
/** The most where margins are equal. */
const MAX_SHARE = 0.5;
/** 1e-14 is less than anybody builds. */
const MAX_LEVELS = 14;
const WANTED_ACCEPTANCE = 0.44;
const FIRST_SPREAD = 0.6;
const AT_ONCE = 1000;

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

/** The share of designs whose margin is below 0; 0 where no level came there. */
export const subsetProbability = ({ probabilities, ended }: SubsetState): number =>
  ended === "failure" ? probabilities.reduce((product, one) => product * one, 1) : 0;

/** What a share that no level reached lies below. */
export const subsetBound = ({ probabilities }: SubsetState): number =>
  probabilities.reduce((product, one) => product * one, 1);

/** One batch, in place. @returns how many evaluations it took */
export function stepSubset(limitState: Margins, state: SubsetState, { seed, points }: SubsetOptions): number {
  const before = state.filled;
  const random = createRandom(seed).fork(state.level, state.filled);
  if (state.level === 0) {
    const count = Math.min(AT_ONCE, points - state.filled);
    add(
      state,
      limitState,
      Float64Array.from({ length: count * limitState.dimensions }, () => random.normal()),
    );
  } else moveChains(limitState, state, random, points);
  const evaluations = state.filled - before;
  if (state.filled === points) endLevel(limitState.dimensions, state, points);
  return evaluations;
}

function add(state: SubsetState, limitState: Margins, points: Float64Array): void {
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
  const keep = Math.sqrt(1 - state.spread ** 2);
  const old = state.points.slice(from * dimensions, (from + count) * dimensions);
  const proposals = old.map((value) => keep * value + state.spread * random.normal());
  const { margin } = limitState.rateMeans(proposals, count);
  const threshold = state.thresholds[state.level - 1];
  let accepted = 0;
  for (let i = 0; i < count; i++) {
    const at = state.filled + i;
    const isIn = margin[i] <= threshold;
    const source = isIn ? proposals : old;
    state.points.set(source.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions);
    state.margins[at] = isIn ? margin[i] : state.margins[from + i];
    if (isIn) accepted++;
  }
  state.filled += count;
  state.step++;
  state.spread = adapted(state.spread, accepted / count, state.step);
}

/** Changes get smaller with each step, so that the chains forget them. */
function adapted(spread: number, acceptance: number, step: number): number {
  const moved = Math.exp(Math.log(spread) + (acceptance - WANTED_ACCEPTANCE) / Math.sqrt(step));
  return Math.min(1, Math.max(0.01, moved));
}

function endLevel(dimensions: number, state: SubsetState, points: number): void {
  const sorted = state.margins.slice().sort();
  const failing = sorted.findIndex((margin) => margin >= 0);
  const failed = failing < 0 ? points : failing;
  const wanted = Math.round(SHARE * points);
  if (failed >= wanted) {
    state.probabilities.push(failed / points);
    state.ended = "failure";
    return;
  }
  const threshold = nextThreshold(sorted, wanted);
  if (state.level + 1 === MAX_LEVELS || threshold === null) state.ended = "limit";
  else startLevel(dimensions, state, threshold, wanted);
}

/**
 * The margin of which `wanted` points have as much or less. Where so many have exactly that one (levels, capped scores) that the
 * next level would hardly be lower, it begins below it; null where no point lies below.
 */
function nextThreshold(sorted: Float64Array, wanted: number): number | null {
  const threshold = sorted[wanted - 1];
  const below = sorted.indexOf(threshold);
  const within = sorted.lastIndexOf(threshold) + 1;
  if (within <= MAX_SHARE * sorted.length) return threshold;
  // Of few failing points the worst is not the limit of all that fail.
  if (below > 0) return Math.max(sorted[below - 1], -Number.MIN_VALUE);
  return within < sorted.length ? threshold : null;
}

/** Where few points are left, several chains begin at each: a batch of few is slow. */
function startLevel(dimensions: number, state: SubsetState, threshold: number, chains: number): void {
  const [oldPoints, oldMargins] = [state.points.slice(), state.margins.slice()];
  const within = Array.from(oldMargins.keys()).filter((i) => oldMargins[i] <= threshold);
  const seeds = Array.from({ length: Math.max(chains, within.length) }, (_, i) => within[i % within.length]);
  state.probabilities.push(within.length / oldMargins.length);
  state.thresholds.push(threshold);
  seeds.forEach((from, at) => {
    state.points.set(oldPoints.subarray(from * dimensions, (from + 1) * dimensions), at * dimensions);
    state.margins[at] = oldMargins[from];
  });
  state.level++;
  state.step = 0;
  state.chains = seeds.length;
  state.filled = seeds.length;
}
