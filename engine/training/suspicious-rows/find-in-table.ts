/** Rows with gross errors in each output of a table. */
import { encodeRows, type Feature } from "../../dataset/columns.ts";
import { everyRow, gatherRows, type OutputColumn, type Table, thinRows } from "../../dataset/table.ts";
import type { Random } from "../../math/random.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { type Explained, suspiciousRows } from "./suspicious-rows.ts";

/** Values that are checked, of all outputs together: half a millisecond each, twice that where some do not fit. */
const MAX_VALUES = 10_000;
/** Fewer rows of an output are not worth checking. */
const MIN_ROWS = 100;

/**
 * Of each output, the rows that do not fit the others. Of more rows than can be checked, evenly chosen ones are checked; of more outputs,
 * the first ones. Yields between long steps.
 *
 * @param features of the inputs that are trained on
 * @param ignoredOutputs names of outputs that are not checked
 */
export function* findSuspiciousRows(
  table: Table,
  features: readonly Feature[],
  ignoredOutputs: readonly string[],
  random: Random,
): Generator<undefined, ReadonlyMap<string, SuspiciousRows>> {
  const outputs = table.outputs.filter(({ name }) => !ignoredOutputs.includes(name));
  const numbers = outputs.flatMap((output) =>
    numbersOf(output, table.rows).map((values) => ({ name: output.name, values })),
  );
  const checked = numbers.slice(0, Math.max(1, Math.floor(MAX_VALUES / Math.min(table.rows, MIN_ROWS))));
  const rows = thinRows(everyRow(table.rows), Math.floor(MAX_VALUES / Math.max(1, checked.length)));
  const explained: Explained = {
    inputs: encodeRows(features, table, rows),
    width: features.length,
    sources: Int32Array.from(features, ({ input }) => input),
  };
  const found = new Map<string, SuspiciousRows>();
  for (const [at, { name, values }] of checked.entries()) {
    yield;
    const suspicious = yield* suspiciousRows(explained, gatherRows(values, 1, rows), random.fork(at));
    const known = found.get(name)?.rows ?? new Int32Array(0);
    const all = new Set([...known, ...suspicious.map((row) => rows[row])]);
    found.set(name, { rows: Int32Array.from(all).sort(), checkedRows: rows.length });
  }
  return found;
}

/** A number a row that a wrong value changes: the value itself; of a curve its mean, and the largest step that its neighbours do not share. */
function numbersOf({ values, size }: OutputColumn, rows: number): Float64Array[] {
  if (size === 1) return [values];
  const means = new Float64Array(rows);
  const steps = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const curve = values.subarray(row * size, (row + 1) * size);
    means[row] = curve.reduce((sum, value) => sum + value / size, 0);
    for (let at = 1; at + 1 < size; at++) {
      const step = Math.abs(curve[at] - (curve[at - 1] + curve[at + 1]) / 2);
      steps[row] = Math.max(steps[row], step);
    }
  }
  return size > 2 ? [means, steps] : [means];
}
