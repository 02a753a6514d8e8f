/** Counting values in bins of equal width. */

export type Bins = { readonly edges: Float64Array; readonly indexOf: (value: number) => number };

const MAX_BINS = 100;

/**
 * As many bins as the spread of the values asks for: Freedman and Diaconis (1981), "On the histogram as a density
 * estimator", and not fewer than Sturges (1926) has.
 */
export function createBins(values: ArrayLike<number>, most = MAX_BINS): Bins {
  const sorted = Float64Array.from(values).sort();
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
  const quartile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const width = (2 * (quartile(0.75) - quartile(0.25))) / Math.cbrt(sorted.length || 1);
  const sturges = Math.ceil(Math.log2(sorted.length || 1)) + 1;
  const binCount = width > 0 ? Math.max(sturges, Math.ceil((high - low) / width)) : sturges;
  return evenBins(low, high, Math.min(binCount, most));
}

function evenBins(low: number, high: number, count: number): Bins {
  // Of values that are all the same, one bin about them.
  const half = Math.abs(low) / 2 || 0.5;
  const [from, to, bins] = high > low ? [low, high, Math.max(1, count)] : [low - half, low + half, 1];
  const width = (to - from) / bins;
  return {
    edges: Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? to : from + i * width)),
    indexOf: (value) => Math.min(bins - 1, Math.max(0, Math.floor((value - from) / width))),
  };
}
