/**
 * The limit state g(u) of a design in the space of independent standard normal variables: a negative margin is a
 * failure.
 */

import type { Share } from "../../math/share.ts";
import type { KnownRows } from "./known-rows.ts";

/** The emulator's ratings of some points, with one number for each point. */
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
  /** Rates the points without the errors, which are 0 then; this is many times as fast. */
  rateMeans(points: Float64Array, count: number): Rated;
  /** Computes the places of points among the training rows: count x dimensions, row-major, each range from 0 to 1. */
  places(points: Float64Array, count: number): Float64Array;
  /** Returns 1 for each point with an input outside the range of the training rows, otherwise 0. */
  outside(points: Float64Array, count: number): Uint8Array;
  /** The share of the distribution outside the range: exact, or counted where an input follows from the others. */
  shareOutside: Share;
  /** The training rows, in the coordinates that `places` returns. */
  rows: KnownRows;
  /** The density ratio of each dimension once that input's spread is halved; null where it cannot be halved. */
  halvedRatios: readonly (((u: number) => number) | null)[];
}
