/**
 * Computes a quantile of a sample, interpolated linearly between two values.
 * @param sorted ascending.
 * @param share 0 .. 1.
 * @returns NaN where the sample is empty.
 */
export function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
