/**
 * The band of a curve that holds all of its values at once. Its half widths are those of the pointwise bounds times one factor: the
 * 95% quantile, over held-out curves, of the largest error of a curve in units of the pointwise half width there (conformal
 * prediction with the maximum as the score; Diquigiovanni, Fontana and Vantini, 2022).
 */
import { estimateQuantile } from "./bounds.ts";

const COVERAGE_LEVEL = 0.95;
/**
 * The 95% quantile of Gumbel's distribution (1935) of largest values lies so many standard deviations above its mean. It counts where
 * few curves lie beyond the quantile.
 */
const GUMBEL_QUANTILE = 1.866;
/** With at least this many curves beyond it the factor is the empirical quantile alone; a larger number leaves it to Gumbel's distribution in more jobs. */
const EMPIRICAL_CURVES = 4;

/**
 * @param scores the errors over their predicted deviations, truth less prediction, rows x size
 * @param below the pointwise half widths below the prediction in these deviations, one a component; `above` likewise
 * @param units the number of independent rows that the scores stand for
 * @returns at least 1
 */
export function computeJointFactor(
  scores: Float64Array,
  { below, above }: { below: Float64Array; above: Float64Array },
  units: number,
): number {
  const size = below.length;
  const largest = new Float64Array(scores.length / size);
  scores.forEach((score, at) => {
    const component = at % size;
    const halfWidth = score < 0 ? below[component] : above[component];
    if (score === 0 || halfWidth === 0) return;
    const row = Math.floor(at / size);
    largest[row] = Math.max(largest[row], Math.abs(score) / halfWidth);
  });
  const sorted = largest.toSorted();
  if (sorted.length === 0) return 1;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt((squares / Math.max(1, sorted.length - 1)) * (1 + 1 / units));
  const expected = mean + GUMBEL_QUANTILE * deviation;
  const context = { rows: units, expected, empiricalRows: EMPIRICAL_CURVES };
  return Math.max(1, estimateQuantile(sorted, COVERAGE_LEVEL, context));
}
