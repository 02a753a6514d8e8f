/** The distribution of the scores of the designs. */
const BIN_COUNT = 32;
/**
 * The share of the scores that is left out at either end, because a few outliers would leave one bar for all others.
 */
const OMITTED_SHARE = 0.002;

export interface ScoreHistogram {
  edges: number[];
  /** Share of the scored designs in each bin; those beyond the ends are counted in none. */
  shares: number[];
}

/** Null where fewer than two scores differ. @param scores of a sample of the distribution; NaN where there is none */
export function scoreHistogram(scores: Float64Array): ScoreHistogram | null {
  const sorted = scores.filter(Number.isFinite).sort();
  const out = Math.floor(OMITTED_SHARE * sorted.length);
  const [low = 0, high = 0] = [sorted[out], sorted[sorted.length - 1 - out]];
  const width = (high - low) / BIN_COUNT;
  if (!(low + width > low)) return null;
  const shares = new Array<number>(BIN_COUNT).fill(0);
  for (const score of sorted.subarray(out, sorted.length - out)) {
    shares[Math.min(BIN_COUNT - 1, Math.floor((score - low) / width))] += 1 / sorted.length;
  }
  return { edges: Array.from({ length: BIN_COUNT + 1 }, (_, i) => low + i * width), shares };
}
