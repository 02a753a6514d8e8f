/** Figures that are derived from a field: its integral, its mean, and its extremes with their places. */

/** A value with the number of its cell. */
type Extreme = { readonly value: number; readonly cell: number };

export type FieldMeasures = {
  /** The sum over all cells: the integral where a cell has the area 1. */
  readonly integral: number;
  readonly mean: number;
  readonly minimum: Extreme;
  readonly maximum: Extreme;
};

/** @returns null for a field without values, or with one that is not finite */
export function measureField(values: readonly number[]): FieldMeasures | null {
  if (values.length === 0 || !values.every(Number.isFinite)) return null;
  let integral = 0;
  let [lowest, highest] = [0, 0];
  values.forEach((value, cell) => {
    integral += value;
    if (value < (values[lowest] ?? 0)) lowest = cell;
    if (value > (values[highest] ?? 0)) highest = cell;
  });
  const extreme = (cell: number): Extreme => ({ value: values[cell] ?? Number.NaN, cell });
  return { integral, mean: integral / values.length, minimum: extreme(lowest), maximum: extreme(highest) };
}

/** The values of a row of a field. */
export const cutAlongRow = (values: readonly number[], columns: number, row: number): number[] =>
  values.slice(row * columns, (row + 1) * columns);

/** The values of a column of a field. */
export const cutAlongColumn = (values: readonly number[], columns: number, column: number): number[] =>
  values.filter((_, cell) => cell % columns === column);
