/** The reference for the kernels' tests: plain loops, and numbers to run both on. */
import { fill, type Matrix64 } from "../../../engine/math/kernels/arena.ts";
import type { Kernels } from "../../../engine/math/kernels/kernels.ts";
import { createRandom } from "../../../engine/math/random.ts";

export const DOUBLE_TOLERANCE = 1e-10;
export const SINGLE_TOLERANCE = 1e-5;

const random = createRandom(1);
export const normals = (count: number) => Float64Array.from({ length: count }, () => random.normal());

/** Largest difference, as a share of the largest number wanted. */
export function distance(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [most, largest] = [0, Number.MIN_VALUE];
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs((actual[i] ?? Number.NaN) - (expected[i] ?? Number.NaN));
    most = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(most, difference);
    largest = Math.max(largest, Math.abs(expected[i] ?? 0));
  }
  return actual.length === expected.length ? most / largest : Number.POSITIVE_INFINITY;
}

export const table = (rows: number, columns: number, entry: (i: number, j: number) => number) =>
  Float64Array.from({ length: rows * columns }, (_, at) => entry(Math.floor(at / columns), at % columns));

export function product(m: number, n: number, k: number, a: Entry, b: Entry): Float64Array {
  return table(m, n, (i, j) => {
    let sum = 0;
    for (let p = 0; p < k; p++) sum += a(i, p) * b(p, j);
    return sum;
  });
}
export type Entry = (i: number, j: number) => number;

/** Rounded to single precision where `single`, so that the twin works on the same numbers. */
export const rounded = (values: Float64Array, single: boolean) => (single ? values.map(Math.fround) : values);

/** A symmetric positive definite matrix, well conditioned. */
export function definite(n: number): Float64Array {
  const a = normals(n * n);
  return table(n, n, (i, j) => {
    let sum = i === j ? n : 0;
    for (let p = 0; p < n; p++) sum += (a[i * n + p] ?? 0) * (a[j * n + p] ?? 0);
    return sum;
  });
}

export function makeMatrix(kernels: Kernels, rows: number, columns: number, values: Float64Array): Matrix64 {
  const matrix = kernels.matrix64(rows, columns);
  fill(matrix, values);
  return matrix;
}
