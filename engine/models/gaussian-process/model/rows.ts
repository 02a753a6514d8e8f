import type { Matrix } from "../../../math/matrix.ts";

/**
 * Rows as a Gaussian process is fitted to them: those with the same inputs are merged into one with their mean, whose noise
 * variance is divided by their number. The likelihood stays exact, and a row is left out together with its repetitions.
 */
export interface Rows {
  /** The number of different rows. */
  count: number;
  /** features x count. */
  inputs: Matrix;
  /** The mean target of each merged row. */
  targets: Float64Array;
  /** The share of the noise variance that remains in each mean: one over the number of rows in it. */
  noiseShares: Float64Array;
  /** The number of rows before they were merged. */
  total: number;
  /** The sum of squares of the targets around the means of their merged rows. */
  scatter: number;
  /** The merged row that each original row became part of. */
  mergedRow: Int32Array;
}

/**
 * Merges rows of the same inputs.
 * @param inputs features x original rows.
 * @param targets one for each original row.
 */
export function mergeRows(inputs: Matrix, targets: Float64Array): Rows {
  const originalCount = targets.length;
  const { mergedRow, firsts } = sameInputs(inputs);
  const count = firsts.length;
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < originalCount; i++) {
    const merged = mergedRow[i];
    sums[merged] += targets[i];
    sizes[merged] += 1;
  }
  const means = sums.map((sum, merged) => sum / sizes[merged]);
  let scatter = 0;
  for (let i = 0; i < originalCount; i++) scatter += (targets[i] - means[mergedRow[i]]) ** 2;
  // Repetitions without scatter are copies, not measurements.
  const copies = scatter <= 1e-24 * originalCount;
  return {
    count,
    inputs: count === originalCount ? inputs : inputs.gatherColumns(firsts),
    targets: means,
    noiseShares: copies ? new Float64Array(count).fill(1) : sizes.map((size) => 1 / size),
    total: copies ? count : originalCount,
    scatter: copies ? 0 : scatter,
    mergedRow,
  };
}

/**
 * Copies some of the rows.
 * @param rows inputs and targets
 * @param chosen numbers of rows, from 0
 */
export function pickRows(rows: Rows, chosen: Int32Array): Rows {
  const noiseShares = Float64Array.from(chosen, (row) => rows.noiseShares[row]);
  const total = Math.round(noiseShares.reduce((sum, share) => sum + 1 / share, 0));
  const repeated = rows.total - rows.count;
  return {
    count: chosen.length,
    inputs: rows.inputs.gatherColumns(chosen),
    targets: Float64Array.from(chosen, (row) => rows.targets[row]),
    noiseShares,
    total,
    scatter: repeated > 0 ? (rows.scatter * (total - chosen.length)) / repeated : 0,
    mergedRow: Int32Array.from(chosen.keys()),
  };
}

/** By sorting: equal rows are adjacent. */
function sameInputs({ values, columns: count }: Matrix): { mergedRow: Int32Array; firsts: Int32Array } {
  const compare = (a: number, b: number): number => {
    for (let at = 0; at < values.length; at += count) {
      const difference = values[at + a] - values[at + b];
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => compare(a, b) || a - b);
  const heads = new Int32Array(count);
  let head = order[0];
  for (const row of order) {
    if (compare(head, row) !== 0) head = row;
    heads[row] = head;
  }
  const firsts: number[] = [];
  const mergedRow = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const first = heads[row] ?? row;
    // The first of equal rows has the lowest index, so its merged row is known before the others need it.
    if (first === row) mergedRow[row] = firsts.push(row) - 1;
    else mergedRow[row] = mergedRow[first];
  }
  return { mergedRow, firsts: Int32Array.from(firsts) };
}
