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

/** Measures the distance between two positions on an axis. */
const measureDistance = (axis: ColumnAxis, first: number, second: number): number =>
  axis.kind === "steps" && axis.values.some((value) => typeof value === "string")
    ? first === second
      ? 0
      : OPTION_DISTANCE
    : Math.abs(first - second);

/**
 * Finds the rows that are near the point in all inputs but one, for each of the inputs.
 * @returns by name of the input that is left out, at most 20 rows each, the nearest first
 */
export function findNearbyRows(
  rowShares: ReadonlyMap<string, RowShares>,
  point: InputPoint,
): ReadonlyMap<string, readonly NearbyRow[]> {
  const columns = [...rowShares].map(([name, { axis, shares }]) => {
    const here = findShare(axis, point[name] ?? Number.NaN);
    const squares = shares.map((share) => measureDistance(axis, share, here) ** 2);
    return { name, shares, squares };
  });
  const count = columns[0]?.shares.length ?? 0;
  const total = new Float64Array(count);
  for (const { squares } of columns)
    for (let at = 0; at < count; at++) total[at] = (total[at] ?? 0) + (squares[at] ?? Number.NaN);
  const otherCount = Math.max(1, columns.length - 1);
  return new Map(
    columns.map(({ name, shares, squares }) => {
      const near: NearbyRow[] = [];
      for (let at = 0; at < count; at++) {
        // Rounding may leave a difference just below 0.
        const rest = Math.max(0, (total[at] ?? Number.NaN) - (squares[at] ?? Number.NaN));
        const nearness = 1 - Math.sqrt(rest / otherCount) / MAX_DISTANCE;
        if (nearness > 0) near.push({ at, share: shares[at] ?? Number.NaN, nearness });
      }
      near.sort((a, b) => b.nearness - a.nearness || a.at - b.at);
      return [name, near.slice(0, MAX_ROWS)];
    }),
  );
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
  const count = rowShares.values().next().value?.shares.length ?? 0;
  const total = new Float64Array(count);
  for (const [name, { axis, shares }] of otherColumns) {
    const here = findShare(axis, point[name] ?? Number.NaN);
    for (let at = 0; at < count; at++)
      total[at] = (total[at] ?? 0) + measureDistance(axis, shares[at] ?? Number.NaN, here) ** 2;
  }
  return Array.from(total, (sum, at) => ({
    at,
    nearness: 1 - Math.sqrt(sum / Math.max(1, otherColumns.length)) / MAX_DISTANCE,
  }))
    .filter(({ nearness }) => nearness > 0)
    .sort((a, b) => b.nearness - a.nearness || a.at - b.at)
    .slice(0, MAX_SLICE_ROWS);
}
