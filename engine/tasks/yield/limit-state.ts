/** Which designs are in spec, as the methods of this folder ask it: in the space of independent standard normal variables. */

import type { KnownRows } from "./known-rows.ts";

/** One number a point. */
export interface Rated {
  score: Float64Array;
  /** At least 0 in spec: the score, or what the limits on other outputs leave where that is less. Never NaN. */
  margin: Float64Array;
  /** Standard deviations of the emulator's error of the margin, towards less and towards more. */
  below: Float64Array;
  above: Float64Array;
}

export interface LimitState {
  /** Inputs that are distributed and that change something. */
  dimensions: number;
  /** @param points count x dimensions, row-major */
  rate(points: Float64Array, count: number): Rated;
  /** Without the errors, which are 0 then: many times as fast. */
  rateMeans(points: Float64Array, count: number): Rated;
  /** Where a point lies among the training rows: count x dimensions, each range from 0 to 1. */
  places(points: Float64Array, count: number): Float64Array;
  /** Of each point, 1 where an input lies outside the range of the training rows. */
  outside(points: Float64Array, count: number): Uint8Array;
  /** Of the distribution, what lies outside; exact. */
  shareOutside: number;
  /** In the places of `places`. */
  rows: KnownRows;
  /** Of each dimension: how much likelier a point is once that input's spread is halved; null where it cannot be. */
  halvedRatios: readonly (((u: number) => number) | null)[];
}
