/** The gap that an input's values leave where they occur at few places only. */

/** Neighbouring values with none between them. */
export interface ValueGap {
  from: number;
  to: number;
}

/** A gap is wide above this share of the values' range: three equally spaced levels leave gaps of half of it. */
const MIN_WIDE_SHARE = 0.55;

/**
 * Finds a gap between neighbouring values that is wide, for values above 0 also on the logarithmic scale: there the levels 1, 10 and
 * 100 are equally spaced. A gap of more than half of the range contains the middle of it.
 * @param values in any order
 * @param range their least and their largest
 * @returns null where there is none, as with fewer than two different values
 */
export function findWideGap(
  values: ArrayLike<number>,
  range: { low: number; high: number },
): ValueGap | null {
  const { low, high } = range;
  // Halves, because the width of the whole range may be more than a number holds.
  const middle = low / 2 + high / 2;
  let [from, to] = [low, high];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value <= middle) from = Math.max(from, value);
    else to = Math.min(to, value);
  }
  const isWide = to - from > MIN_WIDE_SHARE * (high - low);
  const isWideInLogarithms = low <= 0 || Math.log(to / from) > MIN_WIDE_SHARE * Math.log(high / low);
  return isWide && isWideInLogarithms ? { from, to } : null;
}
