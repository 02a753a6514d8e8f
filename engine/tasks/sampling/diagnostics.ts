/** The diagnostics of a chain: burn-in, autocorrelation times, effective sample size and convergence. */
import { autocorrelationTime, rankNormalisedRHat } from "./autocorrelation.ts";
import type { ChainHistory } from "./chain-history.ts";

/** Steps that are discarded at the beginning, in autocorrelation times, and at most as a share of all. */
const BURN_IN = { times: 10, share: 0.5 };
/** The chain has converged once it is so many autocorrelation times long, and these no longer change by more than that. */
const CONVERGENCE_CRITERIA = { times: 100, change: 0.01 };
/** Halves of four walkers, 50 autocorrelation times each, differ by chance up to about this R-hat. */
const MAX_R_HAT = 1.03;

export interface Diagnostics {
  steps: number;
  /** Steps at the beginning that are discarded. */
  burnIn: number;
  /** The integrated autocorrelation time of each parameter, in steps; NaN where it does not vary. */
  times: number[];
  /** The rank-normalised split R-hat of each parameter; NaN where it does not vary. */
  rHats: number[];
}

/** @param parameters the first so many columns of the history */
export function diagnose(history: ChainHistory, parameters: number): Diagnostics {
  const { steps } = history;
  const most = Math.floor(BURN_IN.share * steps);
  const late = computeTimes(history, parameters, most);
  const longest = Math.max(...late.filter(Number.isFinite));
  const burnIn = Number.isFinite(longest) ? Math.min(most, Math.ceil(BURN_IN.times * longest)) : most;
  const rHats = Array.from({ length: parameters }, (_, p) => rankNormalisedRHat(history.series(p, burnIn)));
  return { steps, burnIn, times: computeTimes(history, parameters, burnIn), rHats };
}

function computeTimes(history: ChainHistory, parameters: number, from: number): number[] {
  return Array.from({ length: parameters }, (_, p) => {
    const series = history.series(p, from);
    return series.steps < 2 ? Number.NaN : autocorrelationTime(series) * history.stride;
  });
}

/** Computes the effective sample size of each parameter; NaN where it does not vary. */
export const effectiveSizes = ({ steps, burnIn, times }: Diagnostics, walkers: number): number[] =>
  times.map((time) => ((steps - burnIn) * walkers) / Math.max(1, time));

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Long compared with the slowest parameter's time, its walkers agree, and the mean time of all parameters stable since the last look: a single one still
 * scatters by some percent at that length.
 */
export function hasConverged(
  { steps, burnIn, times, rHats }: Diagnostics,
  before: readonly number[] | undefined,
): boolean {
  if (before === undefined || !times.every(Number.isFinite)) return false;
  if (!rHats.every((rHat) => rHat <= MAX_R_HAT)) return false;
  const [mean, last] = [computeMean(times), computeMean(before)];
  const isStable = Math.abs(mean - last) <= CONVERGENCE_CRITERIA.change * mean;
  return isStable && steps - burnIn > CONVERGENCE_CRITERIA.times * Math.max(...times);
}
