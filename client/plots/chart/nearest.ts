/** The index of the number nearest to `value`; 0 for an empty list. */
export function nearestIndex(numbers: readonly number[], value: number): number {
  let found = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, number] of numbers.entries()) {
    const distance = Math.abs(number - value);
    if (distance >= least) continue;
    least = distance;
    found = at;
  }
  return found;
}
