/** Inputs that are copies of others, and so hold no further information. */
import type { Feature } from "./columns.ts";

/** Apart by no more than this, in deviations, two features are one: what rounding leaves of a change of unit. */
const ROUNDING = 1e-9;

/**
 * The positions of the features that are no copy of an earlier one: not the same but for unit and offset on any row.
 *
 * @param encoded features x count, feature-major, each centred and of unit deviation.
 */
export function withoutCopies(features: readonly Feature[], encoded: Float64Array, count: number): number[] {
  const column = (at: number) => encoded.subarray(at * count, (at + 1) * count);
  const kept: number[] = [];
  features.forEach((feature, at) => {
    const isCopy = (other: number) => features[other].kind === "value" && areSame(column(other), column(at));
    if (feature.kind === "level" || !kept.some(isCopy)) kept.push(at);
  });
  return kept;
}

/** Tells whether two columns are the same up to their sign: one may rise where the other falls. */
function areSame(a: Float64Array, b: Float64Array): boolean {
  if (Math.abs(Math.abs(a[0]) - Math.abs(b[0])) > ROUNDING) return false;
  const sign = Math.sign(a.reduce((sum, value, at) => sum + value * b[at], 0));
  return a.every((value, at) => Math.abs(value - sign * b[at]) <= ROUNDING);
}
