/** The reference rows that are nearest to points. */
import type { Kernels } from "../../math/kernels/kernels.ts";
import { threadKernels } from "../../math/kernels/layer-kernels.ts";
import { Matrix } from "../../math/matrix.ts";

/** From so many points on, matrix products are faster in spite of the cost of filling the matrices. */
const MIN_BATCH_POINTS = 8;
const CHUNK_SIZE = 256;

/** Rows, and the spacing of each, in which distances to it are measured. Plain data, as emulator files hold it. */
export interface SpacedRows {
  /** rows x features, row-major. */
  rows: Float64Array;
  spacings: Float64Array;
}

/** Returns the rows, in place: rows x features. */
export const viewRows = ({ rows, spacings }: SpacedRows): Matrix =>
  new Matrix(spacings.length, spacings.length === 0 ? 0 : rows.length / spacings.length, rows);

/**
 * Finds for each point the row that is fewest of its own spacings away; -1 where there is none.
 * @param points points x features, on the same scale as the rows
 */
export function nearestRows(spacedRows: SpacedRows, points: Matrix): Int32Array {
  const { rows: count } = points;
  const nearest = new Int32Array(count).fill(-1);
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const consider = (squares: Float64Array, row: number, first: number): void => {
    for (let i = 0; i < squares.length; i++) {
      if (!(squares[i] < least[first + i])) continue;
      least[first + i] = squares[i];
      nearest[first + i] = row;
    }
  };
  if (count >= MIN_BATCH_POINTS) {
    forEachRow(threadKernels(), spacedRows, points, consider);
    return nearest;
  }
  const rows = viewRows(spacedRows);
  const squares = new Float64Array(count);
  spacedRows.spacings.forEach((spacing, row) => {
    for (let i = 0; i < count; i++) squares[i] = squaredDistance(rows, row, points, i) / (spacing * spacing);
    consider(squares, row, 0);
  });
  return nearest;
}

/**
 * Squared distances of some points, from the one at `first` on, to each row, in spacings of the row. By products of matrices:
 * |row|² - 2 row · point + |point|², all over spacing².
 */
function forEachRow(
  kernels: Kernels,
  { rows, spacings }: SpacedRows,
  points: Matrix,
  visit: (squares: Float64Array, row: number, first: number) => void,
): void {
  const { rows: count, columns: width } = points;
  const mark = kernels.mark();
  const left = kernels.matrix64(spacings.length, width + 2);
  spacings.forEach((spacing, row) => {
    const weight = 1 / (spacing * spacing);
    const from = row * left.stride;
    for (let k = 0; k < width; k++) {
      const value = rows[row * width + k];
      left.values[from + k] = -2 * weight * value;
      left.values[from + width] += weight * value * value;
    }
    left.values[from + width + 1] = weight;
  });
  const right = kernels.matrix64(width + 2, CHUNK_SIZE);
  const squares = kernels.matrix64(spacings.length, CHUNK_SIZE, false);
  right.values.fill(1, width * right.stride, (width + 1) * right.stride);
  for (let first = 0; first < count; first += CHUNK_SIZE) {
    const size = Math.min(CHUNK_SIZE, count - first);
    for (let i = 0; i < size; i++) {
      let square = 0;
      for (let k = 0; k < width; k++) {
        const value = points.at(first + i, k);
        right.values[k * right.stride + i] = value;
        square += value * value;
      }
      right.values[(width + 1) * right.stride + i] = square;
    }
    kernels.multiply(left, right, squares);
    for (let row = 0; row < spacings.length; row++) {
      const from = row * squares.stride;
      visit(squares.values.subarray(from, from + size), row, first);
    }
  }
  kernels.release(mark);
}

/** Computes the squared Euclidean distance between a row of one matrix and a row of another with as many columns. */
export function squaredDistance(
  { values: rows, columns: width }: Matrix,
  row: number,
  { values: points }: Matrix,
  point: number,
): number {
  const [rowStart, pointStart] = [row * width, point * width];
  let square = 0;
  for (let k = 0; k < width; k++) {
    const difference = rows[rowStart + k] - points[pointStart + k];
    square += difference * difference;
  }
  return square;
}
