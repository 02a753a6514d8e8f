/** The reference rows that are nearest to points. */
import type { Kernels } from "../../math/kernels/kernels.ts";
import { threadKernels } from "../../math/kernels/layer-kernels.ts";

/** From so many points on, matrix products are faster in spite of the cost of filling the matrices. */
const MIN_BATCH_POINTS = 8;
const CHUNK_SIZE = 256;

/** Rows (rows x width, row-major), and the spacing of each, in which distances to it are measured. */
export interface SpacedRows {
  rows: Float64Array;
  spacings: Float64Array;
}

/**
 * Finds for each point the row that is fewest of its own spacings away; -1 where there is none.
 * @param points count x width, row-major, as the rows are.
 */
export function nearestRows(
  spacedRows: SpacedRows,
  width: number,
  points: Float64Array,
  count: number,
): Int32Array {
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
    forEachRow(threadKernels(), spacedRows, width, points, consider);
    return nearest;
  }
  const { rows, spacings } = spacedRows;
  const squares = new Float64Array(count);
  spacings.forEach((spacing, row) => {
    for (let i = 0; i < count; i++)
      squares[i] = squaredDistance(rows, row, points, i, width) / (spacing * spacing);
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
  width: number,
  points: Float64Array,
  visit: (squares: Float64Array, row: number, first: number) => void,
): void {
  const count = points.length / width;
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
        const value = points[(first + i) * width + k];
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

/** Between a row of one matrix and a row of another, both row-major and of one width. */
export function squaredDistance(
  rows: Float64Array,
  row: number,
  points: Float64Array,
  point: number,
  width: number,
): number {
  let square = 0;
  for (let k = 0; k < width; k++) {
    const difference = rows[row * width + k] - points[point * width + k];
    square += difference * difference;
  }
  return square;
}
