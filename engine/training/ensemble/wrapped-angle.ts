/** Angles that jump by a whole turn where they leave their range. */
import type { Matrix } from "../../math/matrix.ts";
import { squaredDistance } from "../../models/extrapolation/nearest-rows.ts";

/** A turn in degrees and in radians, and the ranges that angles are given in, as shares of a turn. */
const FULL_TURNS = [360, 2 * Math.PI];
const ANGLE_RANGES = [
  [-0.5, 0.5],
  [0, 1],
] as const;
/** Angles that wrap span at least this share of a turn, and lie beyond its ends by no more than rounding. */
const MIN_SPAN = 0.8;
const MAX_ROUNDING = 0.01;
/** A difference between neighbours of this share of a turn is a jump; so many are needed. */
const MIN_JUMP = 0.6;
const MIN_JUMPS = 3;
/** Counted around the circle, the squared differences between neighbours fall to this share at most. */
const MAX_SHARE = 0.5;

/**
 * The turn by which values jump between neighbouring rows; null where they do not look like an angle that wraps.
 * @param values one a row
 * @param rows rows x features: their distances decide who is whose neighbour
 */
export function findWrapPeriod(values: Float64Array, rows: Matrix): number | null {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const turn = FULL_TURNS.find((period) =>
    ANGLE_RANGES.some(
      ([from, to]) =>
        low >= (from - MAX_ROUNDING) * period &&
        high <= (to + MAX_ROUNDING) * period &&
        high - low >= MIN_SPAN * period,
    ),
  );
  if (turn === undefined) return null;
  const differences = neighbourDifferences(values, rows);
  const jumps = differences.filter((difference) => difference > MIN_JUMP * turn).length;
  // A few wrong values far from all others jump, too, but what lies beside no jump then covers little of a turn.
  const steady = values.filter((_, row) => (differences[row] ?? 0) <= MIN_JUMP * turn);
  const steadySpan =
    steady.reduce((most, value) => Math.max(most, value), low) -
    steady.reduce((least, value) => Math.min(least, value), high);
  if (steadySpan < MIN_JUMP * turn) return null;
  const squares = (of: Float64Array): number => of.reduce((sum, value) => sum + value * value, 0);
  const around = differences.map((difference) => Math.min(difference, Math.abs(turn - difference)));
  return jumps >= MIN_JUMPS && squares(around) <= MAX_SHARE * squares(differences) ? turn : null;
}

/** Computes the absolute difference between the value of each row and that of the nearest other row. */
function neighbourDifferences(values: Float64Array, rows: Matrix): Float64Array {
  return values.map((value, row) => {
    let nearest = row;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < values.length; other++) {
      const distance = other === row ? Number.POSITIVE_INFINITY : squaredDistance(rows, row, rows, other);
      if (distance < least) [nearest, least] = [other, distance];
    }
    return Math.abs(value - values[nearest]);
  });
}
