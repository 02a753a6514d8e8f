/** The inputs as a training used them: the range or the levels of each, and the distribution of the rows over them. */
import type { Feature } from "../../dataset/columns.ts";
import { IDENTITY, rangeOf } from "../../dataset/scaling.ts";
import { gatherRows, type InputColumn, type Table } from "../../dataset/table.ts";
import { findWideGap } from "../../dataset/value-gap.ts";
import type { EmulatorInput, InputFollower } from "../../models/emulator.ts";
import { findFollowers } from "./followers.ts";

/** Bars that are distinguishable under a slider. */
const MAX_BINS = 24;
/** With fewer rows than bins a histogram would show noise. */
const MIN_BINS = 8;

/** @param rows the training rows; at least one. */
export function describeInputs(
  table: Table,
  rows: Int32Array,
  features: readonly Feature[],
): EmulatorInput[] {
  const followers = findFollowers(table, rows);
  return table.inputs.map((column, index) =>
    describeInput(
      column,
      rows,
      features.find(({ input }) => input === index),
      followers.get(column.name) ?? [],
    ),
  );
}

/** @param feature one of those that encode it. */
function describeInput(
  column: InputColumn,
  rows: Int32Array,
  feature: Feature | undefined,
  followers: readonly InputFollower[],
): EmulatorInput {
  const { name } = column;
  const used = feature !== undefined;
  if (column.kind === "categorical") {
    const counts = column.levels.map(() => 0);
    for (const row of rows) {
      const code = column.codes[row];
      counts[code] += 1;
    }
    return { name, used, counts, kind: "categorical", levels: column.levels };
  }
  const values = gatherRows(column.values, 1, rows);
  const range = rangeOf(values);
  const { low: minimum, high: maximum } = range;
  const counts = binCounts(values, minimum, maximum);
  const scale = feature?.kind === "value" ? feature.scale : IDENTITY;
  return {
    name,
    used,
    counts,
    kind: "continuous",
    minimum,
    maximum,
    scale,
    followers,
    gap: findWideGap(values, range),
  };
}

/**
 * Counts the values in equally wide bins from `minimum` to `maximum`; a value on an edge counts to the bin above. Twice the
 * square root of the values' number makes bins that are seldom empty by chance alone.
 */
export function binCounts(values: Float64Array, minimum: number, maximum: number): number[] {
  const binTarget = Math.round(2 * Math.sqrt(values.length));
  const bins = minimum === maximum ? 1 : Math.min(MAX_BINS, Math.max(MIN_BINS, binTarget));
  const counts = Array.from({ length: bins }, () => 0);
  // Halves, because the width of the whole range may be more than a number holds.
  const width = maximum / 2 - minimum / 2;
  for (const value of values) {
    const place = width > 0 ? (value / 2 - minimum / 2) / width : 0;
    const bin = Math.min(bins - 1, Math.floor(place * bins));
    counts[bin] += 1;
  }
  return counts;
}
