/** The number between two others that people would write down: the one with the fewest digits. */

export interface RoundNumber {
  value: number;
  /** The probability that a gap so wide holds a number so round by chance, 0 .. 1. */
  chance: number;
}

/** @param span over which such gaps lie. */
export function roundestBetween(low: number, high: number, span: number): RoundNumber {
  const gap = high - low;
  const middle = low + gap / 2;
  if (!(gap > 0) || !Number.isFinite(gap)) return { value: middle, chance: 1 };
  if (low <= 0 && high >= 0) return { value: 0, chance: Math.min(1, gap / span) };
  const largest = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
  for (let power = largest; power > largest - MAX_DIGITS; power--) {
    const value = multipleBetween(low, high, power);
    if (value !== null) return { value, chance: Math.min(1, gap / Math.min(span, 10 ** power)) };
  }
  return { value: middle, chance: 1 };
}

/** No number has more digits than this. */
const MAX_DIGITS = 17;

/** The multiple of a power of ten nearest to the middle, if there is one between (or at) the ends. */
function multipleBetween(low: number, high: number, power: number): number | null {
  // A division by a power of ten is exact where a product with a fraction is not: 7 / 10, but 7 * 0.1 = 0.7000000000000001.
  const unit = 10 ** Math.abs(power);
  const middle = low + (high - low) / 2;
  const value = power < 0 ? Math.round(middle * unit) / unit : Math.round(middle / unit) * unit;
  return value >= low && value <= high ? value : null;
}
