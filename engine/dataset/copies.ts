/** Inputs that are copies of others, and so hold no further information. */
import type { Matrix } from "../math/matrix.ts";
import type { Feature } from "./columns.ts";

/**
 * Two features whose values differ by no more than this, in deviations, are one: rounding leaves such differences
 * after a change of unit.
 */
const ROUNDING_TOLERANCE = 1e-9;

/**
 * The positions of the features that are no copy of an earlier one: not the same but for unit and offset on any row.
 *
 * @param encoded features x rows: each feature centred and of unit deviation.
 */
export function withoutCopies(features: readonly Feature[], encoded: Matrix): number[] {
  const distinct: number[] = [];
  features.forEach((feature, at) => {
    const isCopy = (other: number) =>
      features[other].kind === "value" && areSame(encoded.row(other), encoded.row(at));
    if (feature.kind === "level" || !distinct.some(isCopy)) distinct.push(at);
  });
  return distinct;
}

/** Tells whether two columns are the same up to their sign: one may rise where the other falls. */
function areSame(a: Float64Array, b: Float64Array): boolean {
  if (Math.abs(Math.abs(a[0]) - Math.abs(b[0])) > ROUNDING_TOLERANCE) return false;
  const sign = Math.sign(a.reduce((sum, value, at) => sum + value * b[at], 0));
  return a.every((value, at) => Math.abs(value - sign * b[at]) <= ROUNDING_TOLERANCE);
}
