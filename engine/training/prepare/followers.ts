/** Finds the inputs that move together in the training data: only along them is there data between the rows. */
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import type { InputFollower } from "../../models/emulator.ts";

const MAX_ROWS = 2000;
/** With more inputs, comparing all pairs of them would take longer than it is worth. */
const MAX_INPUTS = 100;
/** The most knots of a trend. A leader of no more different values has a knot at each. */
const MAX_KNOTS = 24;
const MAX_BINS = 12;
/** A trend must explain at least this share of the follower's variance. */
const MIN_SHARE = 0.8;
/** One leader keeps at most this many followers, those with the strongest trends. */
const MAX_FOLLOWERS = 8;

/**
 * Finds the followers of each input by the name of the leader. Inputs that never vary lead and follow nothing.
 *
 * @param rows the training rows
 */
export function findFollowers(table: Table, rows: Int32Array): Map<string, InputFollower[]> {
  const sampledRows = thinRows(rows, MAX_ROWS);
  const columns = table.inputs.flatMap((input) =>
    input.kind === "continuous"
      ? [{ name: input.name, values: gatherRows(input.values, 1, sampledRows) }]
      : [],
  );
  if (columns.length > MAX_INPUTS) return new Map();
  return new Map(
    columns.map((leader) => {
      const bins = divideRows(leader.values);
      const trends = columns.map(({ name, values }) => ({ name, ...fitTrend(leader.values, values, bins) }));
      const strongTrends = trends.filter(({ name, share }) => name !== leader.name && share >= MIN_SHARE);
      return [leader.name, strongTrends.sort((a, b) => b.share - a.share).slice(0, MAX_FOLLOWERS)];
    }),
  );
}

/**
 * Sorts the rows by the leader's value and divides them: into those of each of its values, or where these are many
 * into equal parts.
 */
function divideRows(leader: Float64Array): Int32Array[] {
  const order = Int32Array.from(leader.keys()).sort((a, b) => leader[a] - leader[b]);
  const starts = [0];
  for (let at = 1; at < order.length; at++) if (leader[order[at]] > leader[order[at - 1]]) starts.push(at);
  const ends =
    starts.length <= MAX_KNOTS
      ? [...starts.slice(1), order.length]
      : Array.from({ length: MAX_BINS }, (_, bin) => Math.floor(((bin + 1) * order.length) / MAX_BINS));
  return ends.map((end, bin) => order.subarray(ends[bin - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

/**
 * Computes the means over the bins, and the share of the follower's variance that lines through them explain:
 * adjusted R² (Ezekiel, 1930).
 */
function fitTrend(
  leader: Float64Array,
  follower: Float64Array,
  bins: readonly Int32Array[],
): Omit<InputFollower, "name"> {
  // The mean is computed by differences from the first value, so that the mean of equal values is that value.
  const meanOver = (values: Float64Array, rows: Int32Array): number =>
    values[rows[0]] + rows.reduce((sum, row) => sum + (values[row] - values[rows[0]]), 0) / rows.length;
  const knots = Float64Array.from(bins, (rows) => meanOver(leader, rows));
  const values = Float64Array.from(bins, (rows) => meanOver(follower, rows));
  const mean = follower.reduce((sum, value) => sum + value, 0) / follower.length;
  let total = 0;
  let residualSquares = 0;
  bins.forEach((rows, bin) => {
    for (const row of rows) {
      total += (follower[row] - mean) ** 2;
      residualSquares += (follower[row] - interpolate(knots, values, bin, leader[row])) ** 2;
    }
  });
  const degreesOfFreedom = follower.length - bins.length - 1;
  const share =
    total > 0 && degreesOfFreedom > 0
      ? 1 - ((residualSquares / total) * (follower.length - 1)) / degreesOfFreedom
      : 0;
  return { knots, values, share };
}

/** Interpolates between the knot `bin` and its neighbour on the other side of `at`. */
function interpolate(knots: Float64Array, values: Float64Array, bin: number, at: number): number {
  const neighbour = Math.min(knots.length - 1, Math.max(0, at < knots[bin] ? bin - 1 : bin + 1));
  const span = knots[neighbour] - knots[bin];
  return span === 0
    ? values[bin]
    : values[bin] + ((at - knots[bin]) / span) * (values[neighbour] - values[bin]);
}
