/** Detects vectors that are fields on a grid, with their values row by row, and counts the columns of the grid. */
import { isGridColumnCount, MIN_FIELD_LENGTH } from "@understudy/shared/domain/field-grid.ts";

/** True for values that strictly rise or strictly fall. */
export const isMonotone = (values: Float64Array): boolean => {
  const direction = Math.sign((values[1] ?? 0) - (values[0] ?? 0));
  if (values.length < 2 || direction === 0) return false;
  return values.every((value, i) => i === 0 || Math.sign(value - (values[i - 1] ?? 0)) === direction);
};

/** Counts the values from the first on that are equal to it. */
function firstRun(values: Float64Array): number {
  const end = values.findIndex((value) => value !== values[0]);
  return end === -1 ? values.length : end;
}

/**
 * The columns of the grid that a vector is an axis of: its values rise or fall along each row, in every row alike, or from row to
 * row, each row having one value. Null: it is no such axis.
 */
export function gridAxisColumns(values: Float64Array): number | null {
  const run = firstRun(values);
  if (run > 1) {
    const starts = values.filter((_, i) => i % run === 0);
    const isOuter = values.every((value, i) => value === values[i - (i % run)]);
    return isGridColumnCount(run, values.length) && isOuter && isMonotone(starts) ? run : null;
  }
  const period = values.indexOf(values[0] ?? Number.NaN, 1);
  if (period === -1 || !isGridColumnCount(period, values.length)) return null;
  const isInner = values.every((value, i) => value === values[i % period]);
  return isInner && isMonotone(values.subarray(0, period)) ? period : null;
}

/**
 * Neighbours in a column differ by less than this share of what values half a row apart differ by, as mean squares. A smooth curve
 * has about 4, noise 1, a smooth field a few hundredths.
 */
const MAX_ROUGHNESS = 0.5;
/**
 * A field jumps at least this many times as far from the end of one row to the start of the next as from column to column, as
 * mean squares.
 */
const MIN_JUMP = 4;
/**
 * On a periodic domain a field does not jump, and a curve that oscillates once a row looks like it. Of this many rows and more such
 * curves are rare; there it is enough that rows far apart differ this many times as much as neighbours, as mean squares.
 */
const [MIN_PERIODIC_SIDE, MIN_CHANGE] = [16, 4];

export type SquareField = { add(row: Float64Array): void; columns(): number | null };

/**
 * Looks in the rows of a vector for a field on a square grid: one row apart its values are more alike than half a row apart, and it
 * jumps where a row ends, or its rows change.
 * @param length of the vector
 * @param offset where it starts in a row of the table
 */
export function squareField(length: number, offset: number): SquareField {
  const side = Math.round(Math.sqrt(length));
  if (side * side !== length || length < MIN_FIELD_LENGTH)
    return { add: () => undefined, columns: () => null };
  const half = Math.floor(side / 2);
  const far = side * half;
  /** Sums of squared differences: one row, half a row and half of all rows apart, across the end of a row, and from column to column. */
  const sums = { row: 0, half: 0, far: 0, jump: 0, step: 0 };
  return {
    add: (row) => {
      const squared = (left: number, right: number) =>
        ((row[offset + left] ?? 0) - (row[offset + right] ?? 0)) ** 2;
      for (let i = 0; i < length - side; i++) {
        sums.row += squared(i + side, i);
        sums.half += squared(i + half, i);
        if (i + far < length) sums.far += squared(i + far, i);
        sums[(i + 1) % side === 0 ? "jump" : "step"] += squared(i + 1, i);
      }
    },
    columns: () => {
      if (sums.row >= MAX_ROUGHNESS * sums.half) return null;
      const isJumping = sums.jump > (MIN_JUMP * sums.step) / (side - 1);
      const pairs = (length - far) / (length - side);
      const isChanging = side >= MIN_PERIODIC_SIDE && sums.far > MIN_CHANGE * sums.row * pairs;
      return isJumping || isChanging ? side : null;
    },
  };
}
