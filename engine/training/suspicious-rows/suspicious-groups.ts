/** Groups of rows that are wrong as a whole, as a device whose sweep was simulated with wrong units: their rows agree with each other. */
import { joined } from "../../math/joined.ts";
import { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import { computeMedian } from "./robust-residuals.ts";
import { type Explained, suspiciousRows } from "./suspicious-rows.ts";

/** With fewer groups nothing shows what fits. */
const MIN_GROUPS = 20;
/** Groups of a smaller share of the usual number of rows, as broken-off sweeps, are not compared: their rows show less of the curve. */
const MIN_SHARE_OF_USUAL_ROWS = 0.5;
/** Fewer rows do not show how far a group spreads. */
const MIN_ROWS_OF_SPREAD = 5;
/** A feature belongs to the group as long as at most this share of its variance lies within groups: more is a sweep, less is jitter. */
const MAX_SHARE_WITHIN = 0.05;
/** Bins of a swept input in which the usual value of the output is taken out. More follow it closer, and hold fewer groups each. */
const BIN_COUNT = 20;

/**
 * Each group is one row of a smaller table: the mean of the features that its rows agree in explains the mean of its values, less what is
 * usual at their places in the sweep, and how far they spread.
 *
 * Yields between long steps.
 *
 * @param values one a row
 * @param groups the number of each row's group
 * @returns the rows of the groups that do not fit the others, ascending
 */
export function* suspiciousGroups(
  { inputs, sources }: Explained,
  values: Float64Array,
  groups: ArrayLike<number>,
  random: Random,
): Generator<undefined, Int32Array> {
  const members = collectMembers(groups, values.length);
  if (members.length < MIN_GROUPS || members.length === values.length) return new Int32Array(0);
  const columns = inputs.rowViews();
  const isShared = columns.map((column) => computeShareWithin(column, members) <= MAX_SHARE_WITHIN);
  const shared = columns.filter((_, at) => isShared[at]);
  if (shared.length === 0) return new Int32Array(0);
  const sharedSources = sources.filter((_, at) => isShared[at]);
  const swept = columns.filter((_, at) => !isShared[at]);
  const deviations = swept.reduce(subtractUsualValues, values);
  const usualRowCount = computeMedian(Float64Array.from(members, (rows) => rows.length));
  const minRows = MIN_SHARE_OF_USUAL_ROWS * usualRowCount;
  const measures = [
    { measure: computeMean, compared: members.filter((rows) => rows.length >= minRows) },
    {
      measure: computeSpread,
      compared: members.filter((rows) => rows.length >= Math.max(minRows, MIN_ROWS_OF_SPREAD)),
    },
  ];
  const suspicious = new Set<number>();
  for (const [at, { measure, compared }] of measures.entries()) {
    if (compared.length < MIN_GROUPS) continue;
    const means = shared.map((column) => Float64Array.from(compared, (rows) => computeMean(column, rows)));
    const explained: Explained = {
      inputs: new Matrix(shared.length, compared.length, joined(means)),
      sources: sharedSources,
    };
    const numbers = Float64Array.from(compared, (rows) => measure(deviations, rows));
    for (const group of yield* suspiciousRows(explained, numbers, random.fork(at)))
      for (const row of compared[group] ?? []) suspicious.add(row);
  }
  return Int32Array.from(suspicious).sort();
}

/** The rows of each group. */
function collectMembers(groups: ArrayLike<number>, count: number): number[][] {
  const members = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    const rows = members.get(groups[row]);
    if (rows === undefined) members.set(groups[row], [row]);
    else rows.push(row);
  }
  return [...members.values()];
}

const computeMean = (values: Float64Array, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + values[row], 0) / rows.length;

function computeSpread(values: Float64Array, rows: readonly number[]): number {
  const mean = computeMean(values, rows);
  return Math.sqrt(rows.reduce((sum, row) => sum + (values[row] - mean) ** 2, 0) / rows.length);
}

/** The share of the variance of a column that lies within the groups. */
function computeShareWithin(column: Float64Array, members: readonly (readonly number[])[]): number {
  const total = computeSpread(column, [...column.keys()]) ** 2 * column.length;
  const within = members.reduce((sum, rows) => sum + computeSpread(column, rows) ** 2 * rows.length, 0);
  return total > 0 ? within / total : 0;
}

/** The values less the median of all values in the same bin of a swept input. Equal inputs share a bin. */
function subtractUsualValues(values: Float64Array, swept: Float64Array): Float64Array {
  const order = Int32Array.from(swept.keys()).sort((a, b) => swept[a] - swept[b]);
  const rowsByBin = Array.from({ length: BIN_COUNT }, (): number[] => []);
  let bin = 0;
  order.forEach((row, at) => {
    if (at === 0 || swept[row] !== swept[order[at - 1]]) bin = Math.floor((BIN_COUNT * at) / order.length);
    rowsByBin[bin]?.push(row);
  });
  const deviations = new Float64Array(values.length);
  for (const rows of rowsByBin) {
    const usual = computeMedian(Float64Array.from(rows, (row) => values[row]));
    for (const row of rows) deviations[row] = values[row] - usual;
  }
  return deviations;
}
