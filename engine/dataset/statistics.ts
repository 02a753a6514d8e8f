/** Statistics of columns in one pass over the rows: ranges, distinct values, coordinates. Memory does not grow with rows. */

import { DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES } from "@understudy/shared/limits.ts";
import type { InputMeta, OutputMeta } from "./dataset-meta.ts";
import { gridAxisColumns, isMonotone, squareField } from "./grid-columns.ts";

export type InputStatistics = { add(value: number): void; meta(): InputMeta };

export function numericStatistics(name: string): InputStatistics {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let integer = true;
  let distinct: Set<number> | null = new Set();
  return {
    add: (value) => {
      if (value < min) min = value;
      if (value > max) max = value;
      if (integer && !Number.isInteger(value)) integer = false;
      if (distinct !== null && !distinct.has(value)) {
        distinct.add(value);
        if (distinct.size > DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES) distinct = null;
      }
    },
    meta: () => {
      const uniqueValues = distinct === null ? null : [...distinct].toSorted((a, b) => a - b);
      return {
        kind: "numeric",
        name,
        min,
        max,
        integer,
        uniqueValues,
        centre: centre(min, max, integer, uniqueValues),
      };
    },
  };
}

/** A value that occurs where few do; else the middle of the range. */
function centre(min: number, max: number, integer: boolean, uniqueValues: readonly number[] | null): number {
  const occurring = uniqueValues?.[Math.floor((uniqueValues.length - 1) / 2)];
  if (occurring !== undefined) return occurring;
  const middle = min / 2 + max / 2;
  return integer ? Math.round(middle) : middle;
}

export function categoricalStatistics(name: string, levels: readonly string[]): InputStatistics {
  const counts = new Uint32Array(levels.length);
  return {
    add: (code) => {
      counts[code] += 1;
    },
    meta: () => ({
      kind: "categorical",
      name,
      levels: [...levels],
      commonest: counts.indexOf(Math.max(...counts)),
    }),
  };
}

export type OutputStatistics = { add(row: Float64Array): void; meta(): OutputMeta };

/** @param length null: a scalar; `offset`: where the column starts in a row */
export function outputStatistics(name: string, length: number | null, offset: number): OutputStatistics {
  const end = offset + (length ?? 1);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let first: Float64Array | null = null;
  let isSame = length !== null;
  const field = squareField(length ?? 1, offset);
  return {
    add: (row) => {
      field.add(row);
      for (let i = offset; i < end; i++) {
        const value = row[i];
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (!isSame) return;
      first ??= row.slice(offset, end);
      isSame = first.every((value, i) => value === row[offset + i]);
    },
    meta: () => ({
      name,
      kind: length === null ? "scalar" : "vector",
      length: length ?? 1,
      offset,
      min,
      max,
      isCoordinate: isSame && first !== null && isMonotone(first),
      gridColumns: isSame ? null : field.columns(),
      gridAxisColumns: isSame && first !== null ? gridAxisColumns(first) : null,
    }),
  };
}
