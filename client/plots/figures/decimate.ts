/**
 * Picks the points of a curve worth drawing: of each stretch its lowest and its highest, in order, and both ends. What the
 * eye sees of `values` stays the same, peaks included.
 *
 * @returns at most `limit` rising indices (`limit` >= 4); all of them when there are no more than that
 */
export function decimate(values: ArrayLike<number>, limit: number): number[] {
  const count = values.length;
  if (count <= limit) return Array.from({ length: count }, (_, index) => index);
  const buckets = Math.floor((limit - 2) / 2);
  const inner = count - 2;
  const picked = [0];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = 1 + Math.floor((bucket * inner) / buckets);
    const end = 1 + Math.floor(((bucket + 1) * inner) / buckets);
    let low = start;
    let high = start;
    for (let index = start + 1; index < end; index++) {
      const value = values[index] ?? Number.NaN;
      // A bucket that begins with a gap has its peaks all the same.
      if (value < (values[low] ?? Number.NaN) || Number.isNaN(values[low])) low = index;
      if (value > (values[high] ?? Number.NaN) || Number.isNaN(values[high])) high = index;
    }
    picked.push(Math.min(low, high));
    if (low !== high) picked.push(Math.max(low, high));
  }
  picked.push(count - 1);
  return picked;
}
