/**
 * The default range of a value: from half of it to twice as much; from -1 to 1 where it is 0. Whole
 * numbers are rounded outwards, so that 1 is varied from 0 to 2.
 */
export function defaultRange(value: number, isInteger = false): { low: number; high: number } {
  if (value === 0) return { low: -1, high: 1 };
  const [low, high] = value > 0 ? [value / 2, value * 2] : [value * 2, value / 2];
  return isInteger ? { low: Math.floor(low), high: Math.ceil(high) } : { low, high };
}
