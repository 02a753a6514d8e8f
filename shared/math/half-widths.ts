/** The distance of values from predictions with bounds, in half widths: one law for the table of a page and the ranking of the server. */

/** A prediction of one value, with its bounds. */
export type BoundedValue = { readonly value: number; readonly lower: number; readonly upper: number };
/** Predictions of several values. */
export type BoundedValues = Readonly<Record<"mean" | "lower" | "upper", Float64Array>>;

/** The most half widths that are told apart: bounds without a width are this far from any other value. */
export const MAX_HALF_WIDTHS = 1e6;

/**
 * |actual - value| over the distance from the value to the bound on the side of `actual`: at most 1 exactly where `actual` lies inside
 * the bounds.
 * @returns 0 .. MAX_HALF_WIDTHS; not a number where one of the numbers is none
 */
export function halfWidthsFrom({ value, lower, upper }: BoundedValue, actual: number): number {
  const difference = Math.abs(actual - value);
  if (difference === 0) return 0;
  return Math.min(MAX_HALF_WIDTHS, difference / Math.max(0, actual > value ? upper - value : value - lower));
}

/** The root mean square of the half widths of several values; those that are not finite are left out. Not a number without any. */
export function rootMeanSquareHalfWidths(
  { mean, lower, upper }: BoundedValues,
  actual: Float64Array,
): number {
  let sum = 0;
  let count = 0;
  for (const [at, value] of actual.entries()) {
    const bounded = {
      value: mean[at] ?? Number.NaN,
      lower: lower[at] ?? Number.NaN,
      upper: upper[at] ?? Number.NaN,
    };
    const halfWidths = halfWidthsFrom(bounded, value);
    if (!Number.isFinite(halfWidths)) continue;
    sum += halfWidths ** 2;
    count++;
  }
  return count === 0 ? Number.NaN : Math.sqrt(sum / count);
}
