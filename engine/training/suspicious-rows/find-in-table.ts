/** Rows with gross errors in each output of a table. */
import { encodeRows, type Feature } from "../../dataset/columns.ts";
import { everyRow, type OutputColumn, type Table, thinRows } from "../../dataset/table.ts";
import type { Random } from "../../math/random.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { suspiciousGroups } from "./suspicious-groups.ts";
import { type Explained, suspiciousRows } from "./suspicious-rows.ts";

/** Values that are checked, of all outputs together: half a millisecond each, twice that where some do not fit. */
const MAX_VALUES = 10_000;
/** Fewer rows of an output are not worth checking. */
const MIN_ROWS = 100;

/**
 * Finds in each output the rows that do not fit the others, one by one and as groups. Of more rows than can be checked, evenly chosen
 * ones are checked; of more outputs, the first ones. Yields between long steps.
 *
 * @param features of the inputs that are trained on
 * @param ignoredOutputs names of outputs that are not checked
 * @param groups the number of each row's group; null where every row counts by itself
 */
export function* findSuspiciousRows(
  table: Table,
  features: readonly Feature[],
  ignoredOutputs: readonly string[],
  groups: ArrayLike<number> | null,
  random: Random,
): Generator<undefined, ReadonlyMap<string, SuspiciousRows>> {
  const checks = table.outputs
    .filter(({ name }) => !ignoredOutputs.includes(name))
    .flatMap((output) => createChecks(output))
    .slice(0, Math.max(1, Math.floor(MAX_VALUES / Math.min(table.rows, MIN_ROWS))));
  const rows = thinRows(everyRow(table.rows), Math.floor(MAX_VALUES / Math.max(1, checks.length)));
  const explained: Explained = {
    inputs: encodeRows(features, table, rows),
    sources: Int32Array.from(features, ({ input }) => input),
  };
  const rowsByOutput = new Map<string, SuspiciousRows>();
  for (const [at, { output, measure }] of checks.entries()) {
    yield;
    const { name, size, values } = output;
    const numbers = Float64Array.from(rows, (row) => measure(values.subarray(row * size, (row + 1) * size)));
    const suspicious = yield* suspiciousRows(explained, numbers, random.fork(at));
    const groupOfRows = groups && rows.map((row) => groups[row]);
    const inGroups =
      groupOfRows === null
        ? new Int32Array(0)
        : yield* suspiciousGroups(explained, numbers, groupOfRows, random.fork(at, 1));
    const earlier = rowsByOutput.get(name)?.rows ?? [];
    const all = new Set([...earlier, ...[...suspicious, ...inGroups].map((row) => rows[row])]);
    rowsByOutput.set(name, { rows: Int32Array.from(all).sort(), checkedRows: rows.length });
  }
  return rowsByOutput;
}

/** A number of a row that a wrong value of its output changes. */
interface Check {
  output: OutputColumn;
  measure: (values: Float64Array) => number;
}

/** Checks the value itself; of a curve its mean, and the largest step that the neighbours of a point do not share. */
function createChecks(output: OutputColumn): Check[] {
  if (output.size === 1) return [{ output, measure: ([value = Number.NaN]) => value }];
  const { size } = output;
  const mean = (curve: Float64Array) => curve.reduce((sum, value) => sum + value / size, 0);
  const largestStep = (curve: Float64Array) => {
    let largest = 0;
    for (let at = 1; at + 1 < size; at++) {
      largest = Math.max(largest, Math.abs(curve[at] - (curve[at - 1] + curve[at + 1]) / 2));
    }
    return largest;
  };
  return [
    { output, measure: mean },
    { output, measure: largestStep },
  ];
}
