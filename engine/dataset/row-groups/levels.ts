/** The levels of a column: values that repeat from row to row, exactly or up to the jitter of a measurement. */

/** A column in which a value stands in fewer rows than this on average has no levels. */
export const MIN_ROWS_PER_LEVEL = 3;
/** Levels lie at least so many times as far apart as the values of one level, on average. Values without levels never do. */
const MIN_GAP_RATIO = 20;
/** Distances within which values may count as one level, as shares of the column's range. */
const TRIED_TOLERANCES = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2];
/** Gaps between levels that differ by no more than this share are equal. */
const MAX_UNEVENNESS = 0.02;

export interface Levels {
  /** The number of each row's level, 0 .. count - 1. The levels are numbered by their values, ascending. */
  readonly numbers: Int32Array;
  readonly count: number;
  /** True where the levels are equally spaced, on the linear or on the logarithmic scale: somebody chose them. */
  readonly isRegular: boolean;
}

/**
 * The levels of a column.
 * @returns null for a column whose values do not repeat: too few rows share a level.
 */
export function findLevels(values: Float64Array): Levels | null {
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const maxCount = values.length / MIN_ROWS_PER_LEVEL;
  const exact = levelsWithin(values, order, 0);
  if (exact.count <= maxCount) return describe(values, order, exact);
  const range = values[order[order.length - 1]] - values[order[0]];
  let best: Clusters | null = null;
  let bestRatio = MIN_GAP_RATIO;
  for (const tolerance of TRIED_TOLERANCES) {
    const clusters = levelsWithin(values, order, tolerance * range);
    if (clusters.count < 2 || clusters.count > maxCount) continue;
    const ratio = clusters.meanGap / Math.max(clusters.meanStep, Number.MIN_VALUE);
    if (ratio > bestRatio) [best, bestRatio] = [clusters, ratio];
  }
  return best === null ? null : describe(values, order, best);
}

interface Clusters {
  numbers: Int32Array;
  count: number;
  /** The mean distance between neighbouring levels, and that between neighbouring values of one level. */
  meanGap: number;
  meanStep: number;
}

/** Values no farther apart than the tolerance belong to one level. @param order the rows by their values, ascending. */
function levelsWithin(values: Float64Array, order: Int32Array, tolerance: number): Clusters {
  const numbers = new Int32Array(values.length);
  let count = 0;
  let gaps = 0;
  let steps = 0;
  order.forEach((row, at) => {
    const step = at === 0 ? 0 : values[row] - values[order[at - 1]];
    if (at === 0 || step > tolerance) count += 1;
    if (step > tolerance) gaps += step;
    else steps += step;
    numbers[row] = count - 1;
  });
  return {
    numbers,
    count,
    meanGap: gaps / Math.max(1, count - 1),
    meanStep: steps / Math.max(1, values.length - count),
  };
}

function describe(values: Float64Array, order: Int32Array, { numbers, count }: Clusters): Levels {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (const row of order) {
    sums[numbers[row]] += values[row];
    sizes[numbers[row]] += 1;
  }
  const means = sums.map((sum, level) => sum / sizes[level]);
  const isRegular = isEvenlySpaced(means) || (means[0] > 0 && isEvenlySpaced(means.map(Math.log)));
  return { numbers, count, isRegular };
}

/** Two levels are always evenly spaced. @param levels ascending. */
function isEvenlySpaced(levels: Float64Array): boolean {
  const spacing = (levels[levels.length - 1] - levels[0]) / (levels.length - 1);
  return levels.every(
    (level, at) => Math.abs(level - levels[0] - at * spacing) <= MAX_UNEVENNESS * Math.abs(spacing),
  );
}
