/** Rows with the same inputs, by which the noise of the outputs is measured: the pure error of a regression (Draper and Smith, 1998). */
import type { TrainingData } from "../../models/fit-task.ts";
import { numberPoints } from "./folds.ts";

/** With fewer degrees of freedom the noise is not known well enough to limit anything. */
const MIN_FREEDOM = 5;
/** A smaller variance, in units of the target's, is that of copies: rows that were written twice, not measured twice. */
const MIN_VARIANCE = 1e-20;

export interface Repeats {
  /** The number of each row's point, in the order in which the points first occur. */
  points: Int32Array;
  /** The number of rows of each point. */
  sizes: Int32Array;
}

/** A training makes two ensembles, and every output may ask. */
const repeatsByData = new WeakMap<TrainingData, Repeats | null>();

/** The points of the rows; null where no two rows are of one point. */
export function findRepeats(data: TrainingData): Repeats | null {
  const earlier = repeatsByData.get(data);
  if (earlier !== undefined) return earlier;
  const repeats = countRepeats(data);
  repeatsByData.set(data, repeats);
  return repeats;
}

function countRepeats({ inputs }: TrainingData): Repeats | null {
  const points = numberPoints(inputs);
  const sizes = new Int32Array(points.reduce((most, point) => Math.max(most, point + 1), 0));
  if (sizes.length === points.length) return null;
  for (const point of points) sizes[point] += 1;
  return { points, sizes };
}

/** The variance of a target between rows of one point, Σ (y - mean of its point)² / (rows - points); null where it is not known. */
export function measureNoise(repeats: Repeats, target: Float64Array): number | null {
  const { squares, freedom } = sumSquares(repeats, target, () => true);
  const variance = squares / freedom;
  return freedom >= MIN_FREEDOM && variance > MIN_VARIANCE ? variance : null;
}

/**
 * Computes the same variance in each fold.
 *
 * @param rows the held-out rows, as indices into the training rows
 * @param foldOf the fold that holds out each of them
 * @returns one variance for each fold, by its number; null where that of a fold is not known
 */
export function measureFoldNoise(
  repeats: Repeats,
  target: Float64Array,
  rows: Int32Array,
  foldOf: Uint8Array,
): Float64Array | null {
  const foldByRow = new Map(Array.from(rows, (row, at) => [row, foldOf[at]]));
  const foldCount = foldOf.reduce((most, fold) => Math.max(most, fold + 1), 0);
  const variances = new Float64Array(foldCount);
  for (const fold of new Set(foldOf)) {
    const { squares, freedom } = sumSquares(repeats, target, (row) => foldByRow.get(row) === fold);
    if (freedom < MIN_FREEDOM) return null;
    variances[fold] = squares / freedom;
  }
  return variances;
}

/** Sums the squared differences from the means of the points, over the rows that are used, and counts the degrees of freedom. */
function sumSquares(
  { points }: Repeats,
  target: Float64Array,
  isUsed: (row: number) => boolean,
): { squares: number; freedom: number } {
  const sums = new Map<number, { total: number; count: number }>();
  points.forEach((point, row) => {
    if (!isUsed(row)) return;
    const { total, count } = sums.get(point) ?? { total: 0, count: 0 };
    sums.set(point, { total: total + target[row], count: count + 1 });
  });
  let squares = 0;
  let freedom = -sums.size;
  points.forEach((point, row) => {
    const sum = isUsed(row) ? sums.get(point) : undefined;
    if (sum === undefined) return;
    squares += (target[row] - sum.total / sum.count) ** 2;
    freedom += 1;
  });
  return { squares, freedom };
}
