/**
 * The trust region around the best point in which the next points are searched (TuRBO: D. Eriksson et al., 2019,
 * "Scalable global optimization via local Bayesian optimization").
 */
import type { Candidate } from "../../ask-tell.ts";

/** The trust region and its counters (plain data, stored in checkpoints). */
export interface TrustRegion {
  /** The side length, as a share of an axis. */
  length: number;
  successes: number;
  failures: number;
  /** The number of times that the region became shorter than the minimum and was started again. */
  restarts: number;
}

/** Twice the length of the cube: the region covers the whole cube wherever the best point lies. */
const FIRST_LENGTH = 2;
const MAX_LENGTH = 2;
export const MIN_LENGTH = 2 ** -6;
const SUCCESSES_TO_EXPAND = 3;
/** A gain up to this share of the scale of the gains is no success. */
const MIN_GAIN = 1e-3;

export const startTrustRegion = (): TrustRegion => ({
  length: FIRST_LENGTH,
  successes: 0,
  failures: 0,
  restarts: 0,
});

/**
 * Updates the region after one evaluation, or after several that were proposed together: it doubles after three
 * successes in a row and halves after too many failures in a row.
 * @param gain the improvement over the incumbent, as a share of the scale of the gains; not positive without an
 * improvement
 * @param trials the number of failures that count without an improvement
 * @param patience the number of failures in a row that halve the region
 */
export function updateTrustRegion(
  region: TrustRegion,
  gain: number,
  trials: number,
  maxFailures: number,
): void {
  if (gain > MIN_GAIN) {
    region.successes++;
    region.failures = 0;
  } else {
    region.successes = 0;
    region.failures += trials;
  }
  if (region.successes >= SUCCESSES_TO_EXPAND) {
    region.length = Math.min(MAX_LENGTH, 2 * region.length);
    region.successes = 0;
  } else if (region.failures >= maxFailures) {
    region.length /= 2;
    region.failures = 0;
  }
  if (region.length >= MIN_LENGTH) return;
  region.length = FIRST_LENGTH;
  region.restarts++;
}

/**
 * Computes the gain of a candidate over the incumbent.
 * @param scale the scale of the gains, see `computeGainScale`
 * @returns the gain as a share of the scale; 1 for the first candidate and for a smaller violation
 */
export function computeGain(candidate: Candidate, incumbent: Candidate | null, scale: number): number {
  if (incumbent === null || candidate.violation < incumbent.violation) return 1;
  return (candidate.score - incumbent.score) / scale;
}

/**
 * Computes the scale of the gains: the difference between the best score and the 75th percentile of all scores; 1
 * where that is 0.
 */
export function computeGainScale(scores: readonly number[]): number {
  const descending = scores.toSorted((a, b) => b - a);
  return descending[0] - descending[Math.floor(descending.length / 4)] || 1;
}
