/** Random matrices, and the reference for their products. */
import { Matrix } from "../../../engine/math/matrix.ts";
import type { Random } from "../../../engine/math/random.ts";

export const randomMatrix = (random: Random, rows: number, columns: number): Matrix =>
  new Matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );

/** A B, as the definition says. */
export function defineProduct(a: Matrix, b: Matrix): Matrix {
  const product = new Matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.columns; j++)
      for (let p = 0; p < a.columns; p++) product.set(i, j, product.at(i, j) + a.at(i, p) * b.at(p, j));
  return product;
}

/** The largest difference of two matrices of the same shape, and NaN of two others. */
export const measureDifference = (a: Matrix, b: Matrix): number =>
  a.rows === b.rows && a.columns === b.columns
    ? a.values.reduce((most, value, at) => Math.max(most, Math.abs(value - (b.values[at] ?? Number.NaN))), 0)
    : Number.NaN;
