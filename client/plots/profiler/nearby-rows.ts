/** The rows of the data near the present point, seen along one input: they differ little from it in all other inputs. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import { type ColumnAxis, findShare } from "./column-axis.ts";

/** Rows in one cell: more than these hide the curve. */
const MAX_ROWS = 20;
/** A row further away than this share of the range in each of the other inputs (root mean square) is not near. */
const MAX_DISTANCE = 0.35;
/** Another option is as far away as this share of a range. */
const OPTION_DISTANCE = 0.5;

export type NearbyRow = {
  /** Its position in the lists of the rows. */
  readonly at: number;
  /** Its position along the input, from 0 to 1. */
  readonly share: number;
  /** 1 at the point itself, 0 at the distance at which a row is no longer near. */
  readonly nearness: number;
};

/** The positions of the rows along an input, from 0 to 1; not a number where a row's value does not lie on the axis. */
export type RowShares = { readonly axis: ColumnAxis; readonly shares: Float64Array };

/** @returns by name of the input */
export const computeRowShares = (
  rows: Pick<ScalarRows, "inputs">,
  axes: ReadonlyMap<string, ColumnAxis>,
): ReadonlyMap<string, RowShares> =>
  new Map(
    [...axes].flatMap(([name, axis]) => {
      const values = rows.inputs[name];
      return values === undefined
        ? []
        : [[name, { axis, shares: Float64Array.from(values, (value) => findShare(axis, value)) }] as const];
    }),
  );

/** Computes the square of each row's distance from a position on an axis: for every step of a slider, so without a call for each row. */
function computeSquares({ axis, shares }: RowShares, here: number): Float64Array {
  const squares = new Float64Array(shares.length);
  const isOption = axis.kind === "steps" && axis.values.some((value) => typeof value === "string");
  for (let at = 0; at < shares.length; at++) {
    const share = shares[at] ?? Number.NaN;
    const distance = isOption && share !== here ? OPTION_DISTANCE : share - here;
    squares[at] = distance * distance;
  }
  return squares;
}

const addTo = (total: Float64Array, squares: Float64Array): void => {
  for (let at = 0; at < total.length; at++) total[at] = (total[at] ?? 0) + (squares[at] ?? Number.NaN);
};

/**
 * Picks the rows whose inputs are near.
 * @param sums for each row the sum of the squares of its distances in the inputs
 * @returns the nearest first, rows that are equally near in their order
 */
function pickNearest(sums: Float64Array, inputCount: number, maxRows: number): Omit<NearbyRow, "share">[] {
  const count = Math.max(1, inputCount);
  const picked: { at: number; sum: number }[] = [];
  let limit = count * MAX_DISTANCE ** 2;
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at] ?? Number.NaN;
    if (!(sum < limit)) continue;
    let place = picked.length;
    while (place > 0 && (picked[place - 1]?.sum ?? 0) > sum) place--;
    picked.splice(place, 0, { at, sum });
    if (picked.length > maxRows) picked.pop();
    if (picked.length === maxRows) limit = picked.at(-1)?.sum ?? limit;
  }
  return picked.map(({ at, sum }) => ({ at, nearness: 1 - Math.sqrt(sum / count) / MAX_DISTANCE }));
}

/**
 * Finds the rows that are near the point in all inputs but one, for each of the inputs.
 * @returns by name of the input that is left out, at most 20 rows each, the nearest first
 */
export function findNearbyRows(
  rowShares: ReadonlyMap<string, RowShares>,
  point: InputPoint,
): ReadonlyMap<string, readonly NearbyRow[]> {
  const columns = [...rowShares].map(([name, column]) => {
    const squares = computeSquares(column, findShare(column.axis, point[name] ?? Number.NaN));
    return { name, shares: column.shares, squares };
  });
  const total = new Float64Array(columns[0]?.shares.length ?? 0);
  for (const { squares } of columns) addTo(total, squares);
  const rest = new Float64Array(total.length);
  return new Map(
    columns.map(({ name, shares, squares }) => {
      // Rounding may leave a difference just below 0.
      for (let at = 0; at < rest.length; at++)
        rest[at] = Math.max(0, (total[at] ?? Number.NaN) - (squares[at] ?? Number.NaN));
      const near = pickNearest(rest, columns.length - 1, MAX_ROWS);
      return [name, near.map((row) => ({ ...row, share: shares[row.at] ?? Number.NaN }))];
    }),
  );
}

/** Creates a `findNearbyRows` that remembers its last result: a moved slider is painted at once, and again with its answer. */
export function createRowFinder(): typeof findNearbyRows {
  let last: Parameters<typeof findNearbyRows> | null = null;
  let near: ReturnType<typeof findNearbyRows> = new Map();
  return (rowShares, point) => {
    if (last === null || last[0] !== rowShares || last[1] !== point) near = findNearbyRows(rowShares, point);
    last = [rowShares, point];
    return near;
  };
}

/** Rows beside a surface: more than these hide it. */
const MAX_SLICE_ROWS = 200;

/**
 * Finds the rows that are near the point in all inputs but those that a surface lies over.
 * @returns the positions in the lists of the rows, at most 200, the nearest first
 */
export function findRowsNearSlice(
  rowShares: ReadonlyMap<string, RowShares>,
  point: InputPoint,
  over: readonly string[],
): readonly Pick<NearbyRow, "at" | "nearness">[] {
  const otherColumns = [...rowShares].filter(([name]) => !over.includes(name));
  const total = new Float64Array(rowShares.values().next().value?.shares.length ?? 0);
  for (const [name, column] of otherColumns)
    addTo(total, computeSquares(column, findShare(column.axis, point[name] ?? Number.NaN)));
  return pickNearest(total, otherColumns.length, MAX_SLICE_ROWS);
}
