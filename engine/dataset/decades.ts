/** Columns whose values lie over decades, such as currents from 1e-16 A to 1e-6 A: a linear axis shows only the largest of them. */

/** No more values than these are sorted. */
const ENOUGH_VALUES = 10_000;
/** The share of values above 0 that a column has at least. The others are noise around zero. */
const MIN_POSITIVE = 0.8;
/**
 * The largest value is so many times the quantiles of 5% and of 25% at least. With the first alone a sharp minimum would make a column
 * logarithmic that a linear axis shows well.
 */
const MIN_RATIO = { q05: 1e3, q25: 1e2 } as const;

/**
 * A logarithmic axis shows the values, as far as they are above 0, and a linear one only the largest.
 * @param values in any order
 */
export function isOverDecades(values: Float64Array): boolean {
  const step = Math.max(1, values.length / ENOUGH_VALUES);
  const thinned = Float64Array.from(
    { length: Math.ceil(values.length / step) },
    (_, at) => values[Math.floor(at * step)],
  );
  const positive = thinned.filter((value) => value > 0).sort();
  if (positive.length < 2 || positive.length < MIN_POSITIVE * thinned.length) return false;
  const largest = positive[positive.length - 1];
  const quantile = (share: number): number => positive[Math.floor(share * (positive.length - 1))];
  return largest >= MIN_RATIO.q05 * quantile(0.05) && largest >= MIN_RATIO.q25 * quantile(0.25);
}

/**
 * Tests whether the magnitudes of values that nearly all have one sign lie over decades, as the current of a transistor does whose
 * terminal counts it as negative.
 * @param values in any order
 */
export const haveMagnitudesOverDecades = (values: Float64Array): boolean =>
  isOverDecades(values) || isOverDecades(values.map((value) => -value));
