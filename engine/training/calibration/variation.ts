/** Estimates how much an output varies over distances in the whitened features, from pairs of reference rows. */
import { rangeOf } from "../../dataset/scaling.ts";
import { createRandom } from "../../math/random.ts";
import type { Variation } from "../../models/ensemble/extrapolation-variance.ts";
import { squaredDistance } from "../../models/extrapolation/nearest-rows.ts";
import { type IndexedReferenceRows, typicalSpacing } from "../../models/extrapolation/reference-rows.ts";

/** Pairs of rows, components of a curve, and distances that are looked at, at most. */
const MAX_PAIRS = 6000;
const MAX_COMPONENTS = 16;
const BINS = 12;

/** Pairs of rows by distance, ascending. */
interface Pairs {
  one: Int32Array;
  other: Int32Array;
  distances: Float64Array;
}

/** @returns the variation of an output, from its standardised training values (rows x size). */
export function createVariation(
  referenceRows: IndexedReferenceRows,
  width: number,
): (values: Float64Array, size: number) => Variation {
  const pairs = pairsOf(referenceRows, width);
  return (values, size) => {
    const step = Math.max(1, Math.ceil(size / MAX_COMPONENTS));
    const components = Array.from({ length: Math.ceil(size / step) }, (_, at) => at * step);
    const squares = pairs.distances.map((_, at) => {
      const [one, other] = [size * pairs.one[at], size * pairs.other[at]];
      return (
        components.reduce((sum, j) => sum + (values[one + j] - values[other + j]) ** 2, 0) / components.length
      );
    });
    const { low, high } = rangeOf(values);
    return { ...binned(pairs.distances, squares), low, high };
  };
}

/** All pairs, or some at random: every row with as many others. */
function pairsOf(referenceRows: IndexedReferenceRows, width: number): Pairs {
  const { rows, indices } = referenceRows;
  const unit = typicalSpacing(referenceRows);
  const count = indices.length;
  const random = createRandom(count, width);
  const all: { one: number; other: number; distance: number }[] = [];
  const each = Math.max(1, Math.ceil((2 * MAX_PAIRS) / Math.max(1, count)));
  const add = (i: number, k: number): void => {
    const distance = Math.sqrt(squaredDistance(rows, i, rows, k, width)) / unit;
    all.push({ one: indices[i], other: indices[k], distance });
  };
  for (let i = 0; i < count; i++) {
    if (count - 1 <= each) for (let k = 0; k < i; k++) add(i, k);
    else
      for (let drawn = 0; drawn < each; drawn++)
        add(i, (i + 1 + Math.floor(random.uniform() * (count - 1))) % count);
  }
  all.sort((a, b) => a.distance - b.distance);
  return {
    one: Int32Array.from(all, ({ one }) => one),
    other: Int32Array.from(all, ({ other }) => other),
    distances: Float64Array.from(all, ({ distance }) => distance),
  };
}

/** Means over bins of as many pairs each, held to never fall with the distance. */
function binned(
  distances: Float64Array,
  squares: Float64Array,
): Pick<Variation, "distances" | "meanSquares"> {
  const bins = Math.min(BINS, distances.length);
  const means = { distances: new Float64Array(bins), meanSquares: new Float64Array(bins) };
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor((bin * distances.length) / bins);
    const to = Math.floor(((bin + 1) * distances.length) / bins);
    const meanOf = (values: Float64Array): number =>
      values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
    means.distances[bin] = meanOf(distances);
    means.meanSquares[bin] = Math.max(meanOf(squares), bin === 0 ? 0 : means.meanSquares[bin - 1]);
  }
  return means;
}
