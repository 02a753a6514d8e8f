/** Statistics of columns in one pass over the rows: ranges, distinct values, coordinates. Memory does not grow with rows. */

import type { RawOutput } from "@understudy/shared/csv/output-column.ts";
import { isSweepLoop } from "@understudy/shared/csv/sweep-coordinates.ts";
import { DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES } from "@understudy/shared/limits.ts";
import type { InputMeta, OutputMeta } from "./dataset-meta.ts";
import { gridAxisColumns, isMonotone, squareField } from "./grid-columns.ts";

export type InputStatistics = { add(value: number): void; meta(): InputMeta };

/** Names that tools and people give to the number of a row or a run. */
const COUNTER_NAME =
  /^(unnamed: ?\d+|index|idx|id|#|no|nr|n°|number|row|run|sim|case|sample|trial|point|experiment|iteration|iter|counter|seq(?:uence)?|job|record|entry|obs(?:ervation)?)([ _.-]*(id|no|nr|num|number|index|idx|#))?$/i;
/** So many rows of one more each count the rows whatever the column is called; fewer may be chosen values. */
const MIN_COUNTED_ROWS = 30;

/**
 * Checks whether values are those of a counter: whole numbers that rise from row to row, one more each or under the name of a
 * counter.
 */
function createCounterCheck(name: string) {
  const hasName = COUNTER_NAME.test(name.trim());
  let count = 0;
  let previous = Number.NEGATIVE_INFINITY;
  let isRising = true;
  let isConsecutive = true;
  return {
    add: (value: number) => {
      if (!(Number.isInteger(value) && value > previous)) isRising = false;
      if (count === 0 ? value !== 0 && value !== 1 : value !== previous + 1) isConsecutive = false;
      previous = value;
      count += 1;
    },
    isCounter: () => isRising && (hasName || (isConsecutive && count >= MIN_COUNTED_ROWS)),
  };
}

export function numericStatistics(name: string): InputStatistics {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let integer = true;
  let distinct: Set<number> | null = new Set();
  const counter = createCounterCheck(name);
  return {
    add: (value) => {
      counter.add(value);
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
        countsRows: counter.isCounter(),
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
      counts: Array.from(counts),
    }),
  };
}

export type OutputStatistics = { add(row: Float64Array): void; meta(): OutputMeta };

/** @param output with its coordinate as the file states it; `offset`: where its column starts in a row */
export function outputStatistics(
  { name, vectorLength: length, coordinate }: RawOutput,
  offset: number,
): OutputStatistics {
  const end = offset + (length ?? 1);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let first: Float64Array | null = null;
  let isSame = length !== null;
  let undefinedRows = 0;
  const field = squareField(length ?? 1, offset);
  return {
    add: (row) => {
      if (Number.isNaN(row[offset])) {
        undefinedRows += 1;
        return;
      }
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
      // No row may define it.
      min: min <= max ? min : 0,
      max: min <= max ? max : 0,
      undefinedRows,
      coordinate: coordinate ?? null,
      isCoordinate: isSame && first !== null && isMonotone(first),
      loop: isSame && first !== null && isSweepLoop(name, first) ? Array.from(first) : null,
      gridColumns: isSame ? null : field.columns(),
      gridAxisColumns: isSame && first !== null ? gridAxisColumns(first) : null,
    }),
  };
}
