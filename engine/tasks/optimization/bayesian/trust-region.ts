/** The part of the cube around the best point in which the next points are looked for: D. Eriksson et al. (2019), TuRBO. */
import type { Candidate } from "../../ask-tell.ts";

/** Plain data. */
export interface TrustRegion {
  /** Of an axis. */
  length: number;
  successes: number;
  failures: number;
  /** Times that it became too small and was begun anew. */
  restarts: number;
}

/** Twice the cube: everything, wherever the best point lies. */
const FIRST_LENGTH = 2;
const MAX_LENGTH = 2;
export const MIN_LENGTH = 2 ** -6;
const SUCCESSES = 3;
/** A smaller gain is no success. */
const MIN_GAIN = 1e-3;

export const startTrustRegion = (): TrustRegion => ({
  length: FIRST_LENGTH,
  successes: 0,
  failures: 0,
  restarts: 0,
});

/**
 * After one evaluation, or several that were asked for together.
 * @param gain over the best before, as a share of what the best is better than three quarters of the scores; not positive where there is none
 * @param trials failures that count where there is no gain
 * @param patience failures in a row after which it is halved
 */
export function updateTrustRegion(region: TrustRegion, gain: number, trials: number, patience: number): void {
  if (gain > MIN_GAIN) {
    region.successes++;
    region.failures = 0;
  } else {
    region.successes = 0;
    region.failures += trials;
  }
  if (region.successes >= SUCCESSES) {
    region.length = Math.min(MAX_LENGTH, 2 * region.length);
    region.successes = 0;
  } else if (region.failures >= patience) {
    region.length /= 2;
    region.failures = 0;
  }
  if (region.length >= MIN_LENGTH) return;
  region.length = FIRST_LENGTH;
  region.restarts++;
}

/** Over the best before. @param scale see `scaleOfGains` */
export function gainOf(candidate: Candidate, incumbent: Candidate | null, scale: number): number {
  if (incumbent === null || candidate.violation < incumbent.violation) return 1;
  return (candidate.score - incumbent.score) / scale;
}

/** What the best is better than three quarters of the scores. */
export function scaleOfGains(scores: readonly number[]): number {
  const descending = scores.toSorted((a, b) => b - a);
  return descending[0] - descending[Math.floor(descending.length / 4)] || 1;
}
