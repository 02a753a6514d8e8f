/** Estimates how much an output varies over distances in the whitened features, from pairs of reference rows. */
import { rangeOf } from "../../dataset/scaling.ts";
import { createRandom } from "../../math/random.ts";
import type { Variation } from "../../models/ensemble/extrapolation-variance.ts";
import { squaredDistance, viewRows } from "../../models/extrapolation/nearest-rows.ts";
import { type IndexedReferenceRows, typicalSpacing } from "../../models/extrapolation/reference-rows.ts";

/** At most this many pairs of rows, components of a curve and bins of the distance are compared. */
const MAX_PAIRS = 6000;
const MAX_COMPONENTS = 16;
const MAX_BINS = 12;

/** Pairs of rows by distance, ascending. The rows are indices into the training rows. */
interface Pairs {
  firstRows: Int32Array;
  secondRows: Int32Array;
  distances: Float64Array;
}

/**
 * Creates a function that estimates the variation of an output: the mean squared difference of its standardised
 * values between two rows as a function of their distance.
 *
 * @param referenceRows the whitened reference rows
 * @returns a function of the output's standardised training values, rows x size
 */
export function createVariation(
  referenceRows: IndexedReferenceRows,
): (values: Float64Array, size: number) => Variation {
  const pairs = samplePairs(referenceRows);
  return (values, size) => {
    const step = Math.max(1, Math.ceil(size / MAX_COMPONENTS));
    const components = Array.from({ length: Math.ceil(size / step) }, (_, at) => at * step);
    const squares = pairs.distances.map((_, at) => {
      const [first, second] = [size * pairs.firstRows[at], size * pairs.secondRows[at]];
      return (
        components.reduce((sum, j) => sum + (values[first + j] - values[second + j]) ** 2, 0) /
        components.length
      );
    });
    const { low, high } = rangeOf(values);
    return { ...averageBins(pairs.distances, squares), low, high };
  };
}

/** Lists all pairs, or some at random: every row with as many other rows. */
function samplePairs(referenceRows: IndexedReferenceRows): Pairs {
  const { indices } = referenceRows;
  const rows = viewRows(referenceRows);
  const unit = typicalSpacing(referenceRows);
  const count = indices.length;
  const random = createRandom(count, rows.columns);
  const pairs: { firstRow: number; secondRow: number; distance: number }[] = [];
  const pairsPerRow = Math.max(1, Math.ceil((2 * MAX_PAIRS) / Math.max(1, count)));
  const add = (i: number, k: number): void => {
    const distance = Math.sqrt(squaredDistance(rows, i, rows, k)) / unit;
    pairs.push({ firstRow: indices[i], secondRow: indices[k], distance });
  };
  for (let i = 0; i < count; i++) {
    if (count - 1 <= pairsPerRow) for (let k = 0; k < i; k++) add(i, k);
    else
      for (let drawn = 0; drawn < pairsPerRow; drawn++)
        add(i, (i + 1 + Math.floor(random.uniform() * (count - 1))) % count);
  }
  pairs.sort((a, b) => a.distance - b.distance);
  return {
    firstRows: Int32Array.from(pairs, ({ firstRow }) => firstRow),
    secondRows: Int32Array.from(pairs, ({ secondRow }) => secondRow),
    distances: Float64Array.from(pairs, ({ distance }) => distance),
  };
}

/** Averages over bins of equally many pairs. The mean squares never fall with the distance. */
function averageBins(
  distances: Float64Array,
  squares: Float64Array,
): Pick<Variation, "distances" | "meanSquares"> {
  const bins = Math.min(MAX_BINS, distances.length);
  const means = { distances: new Float64Array(bins), meanSquares: new Float64Array(bins) };
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor((bin * distances.length) / bins);
    const to = Math.floor(((bin + 1) * distances.length) / bins);
    const averageBin = (values: Float64Array): number =>
      values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
    means.distances[bin] = averageBin(distances);
    means.meanSquares[bin] = Math.max(averageBin(squares), bin === 0 ? 0 : means.meanSquares[bin - 1]);
  }
  return means;
}
