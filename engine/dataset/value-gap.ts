/** The gap that an input's values leave where they occur at few places only. */
import { type Scale, toScale } from "./scaling.ts";

/** Neighbouring values with none between them. */
export interface ValueGap {
  from: number;
  to: number;
}

/** A gap is wide above this share of the values' range: three equally spaced levels leave gaps of half of it. */
const MIN_WIDE_SHARE = 0.55;

/**
 * Finds the widest gap between neighbouring values, measured on a scale.
 * @param values in any order
 * @returns null where the gap is no more than about half of the range, as with fewer than two different values
 */
export function findWideGap(values: Iterable<number>, scale: Scale): ValueGap | null {
  const ascending = Float64Array.from(values).sort();
  const positions = ascending.map((value) => toScale(scale, value));
  let widest = 1;
  for (let at = 2; at < positions.length; at++)
    if (positions[at] - positions[at - 1] > positions[widest] - positions[widest - 1]) widest = at;
  const range = positions[positions.length - 1] - positions[0];
  const isWide = positions[widest] - positions[widest - 1] > MIN_WIDE_SHARE * range;
  return isWide ? { from: ascending[widest - 1], to: ascending[widest] } : null;
}
