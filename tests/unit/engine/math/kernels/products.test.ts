/** Products of matrices, in every build and precision, held to plain loops. */

import {
  fill,
  type KernelMatrix,
  type Matrix32,
  type Matrix64,
  type Reals,
} from "@understudy/engine/math/kernels/arena.ts";
import type { Orientation } from "@understudy/engine/math/kernels/kernels.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  DOUBLE_TOLERANCE,
  distance,
  makeMatrix,
  normals,
  product,
  rounded,
  SINGLE_TOLERANCE,
  table,
} from "../../../../support/engine/kernel-twins.ts";

const it = suite("products of the kernels");

/** W x + b as a layer for a point has it, and as products have it. What lies beyond the rows' ends must not matter. */
function pointThrough<Values extends Reals<Values>>(
  kernels: LayerKernels,
  make: (rows: number, columns: number) => KernelMatrix<Values>,
  w: Float64Array,
  x: Float64Array,
  b: Float64Array,
): { layerOutputs: Float64Array; usual: Float64Array } {
  const [units, k] = [b.length, x.length];
  const filled = (rows: number, columns: number, values: Float64Array): KernelMatrix<Values> => {
    const matrix = make(rows, columns);
    for (let at = 0; at < matrix.values.length; at++) matrix.values[at] = Number.NaN;
    fill(matrix, values);
    return matrix;
  };
  const transposed = filled(
    k,
    units,
    table(k, units, (p, i) => w[i * k + p] ?? 0),
  );
  const [weights, biases] = [filled(units, k, w), filled(1, units, b)];
  const sums = make(1, units);
  kernels.affine(transposed, filled(1, k, x), biases, sums);
  const products = make(units, 1);
  kernels.multiply(weights, filled(k, 1, x), products);
  kernels.activate("linear", products, biases, null);
  return { layerOutputs: Matrix.copyOf(sums).values, usual: Matrix.copyOf(products).values };
}

const MATRIX_SIZES: [number, number, number][] = [
  [1, 1, 1],
  [1, 17, 3],
  [5, 3, 8],
  [6, 16, 4],
  [7, 33, 31],
  [13, 9, 700],
  [64, 64, 64],
  [70, 130, 65],
];
const ALL_ORIENTATIONS: Orientation[] = ["A B", "Aᵀ B", "A Bᵀ"];

for (const build of supportedBuilds()) {
  const kernels = new LayerKernels(build);

  for (const single of [true, false]) {
    it(`${build}: multiplies in ${single ? "single" : "double"} precision, in every orientation`, () => {
      for (const [m, n, k] of MATRIX_SIZES) {
        for (const orientation of ALL_ORIENTATIONS) {
          for (const sign of [-1, 0, 1] as const) {
            const mark = kernels.mark();
            const [a, b, c] = [m * k, k * n, m * n].map((size) => rounded(normals(size), single));
            const make = (rows: number, columns: number, values: Float64Array = new Float64Array()) => {
              const matrix = single ? kernels.matrix32(rows, columns) : kernels.matrix64(rows, columns);
              if (matrix.values instanceof Float32Array) fill({ ...matrix, values: matrix.values }, values);
              else fill({ ...matrix, values: matrix.values }, values);
              return matrix;
            };
            const left = orientation === "Aᵀ B" ? make(k, m, a) : make(m, k, a);
            const right = orientation === "A Bᵀ" ? make(n, k, b) : make(k, n, b);
            const out = make(m, n, c);
            multiplyAny(kernels, left, right, out, orientation, sign);
            const expected = product(
              m,
              n,
              k,
              (i, p) => a?.[orientation === "Aᵀ B" ? p * m + i : i * k + p] ?? 0,
              (p, j) => b?.[orientation === "A Bᵀ" ? j * k + p : p * n + j] ?? 0,
            ).map((value, at) => (sign === 0 ? value : (c?.[at] ?? 0) + sign * value));
            const actual = Float64Array.from(
              expected,
              (_, at) => out.values[Math.floor(at / n) * out.stride + (at % n)] ?? 0,
            );
            const size = `${m} x ${n} x ${k}, ${orientation}, ${sign}`;
            assert.ok(distance(actual, expected) < (single ? SINGLE_TOLERANCE : DOUBLE_TOLERANCE), size);
            kernels.release(mark);
          }
        }
      }
    });
  }

  for (const single of [true, false]) {
    it(`${build}: takes a point through a layer in ${single ? "single" : "double"} precision`, () => {
      for (const [units, k] of [
        [1, 1],
        [3, 5],
        [4, 16],
        [7, 33],
        [130, 67],
        [33, 700],
      ] as const) {
        const mark = kernels.mark();
        const [w, x, b] = [units * k, k, units].map((size) => rounded(normals(size), single));
        if (w === undefined || x === undefined || b === undefined) return;
        const { layerOutputs: actual, usual } = single
          ? pointThrough(kernels, (rows, columns) => kernels.matrix32(rows, columns), w, x, b)
          : pointThrough(kernels, (rows, columns) => kernels.matrix64(rows, columns), w, x, b);
        const expected = table(units, 1, (i) =>
          x.reduce((sum, value, p) => sum + (w[i * k + p] ?? 0) * value, b[i] ?? 0),
        );
        assert.ok(
          distance(actual, expected) < (single ? SINGLE_TOLERANCE : DOUBLE_TOLERANCE),
          `${units} x ${k}`,
        );
        assert.equal(actual, usual);
        kernels.release(mark);
      }
    });
  }

  it(`${build}: adds products of a matrix with its transpose to the upper triangle`, () => {
    for (const [n, k] of [
      [1, 1],
      [5, 9],
      [8, 1],
      [67, 40],
    ] as const) {
      const j = normals(n * k);
      const c = normals(n * n);
      const sum = makeMatrix(kernels, n, n, c);
      kernels.symmetricRankUpdate(makeMatrix(kernels, n, k, j), sum);
      const expected = product(
        n,
        n,
        k,
        (i, p) => j[i * k + p] ?? 0,
        (p, q) => j[q * k + p] ?? 0,
      );
      const above = (values: Float64Array) => values.filter((_, at) => at % n >= Math.floor(at / n));
      assert.ok(
        distance(above(Matrix.copyOf(sum).values), above(expected.map((value, at) => value + (c[at] ?? 0)))) <
          DOUBLE_TOLERANCE,
      );
    }
  });
}

function multiplyAny(
  kernels: LayerKernels,
  a: Matrix32 | Matrix64,
  b: Matrix32 | Matrix64,
  c: Matrix32 | Matrix64,
  orientation: Orientation,
  sign: -1 | 0 | 1,
): void {
  const isSingle = (matrix: Matrix32 | Matrix64): matrix is Matrix32 => matrix.values instanceof Float32Array;
  if (isSingle(a) && isSingle(b) && isSingle(c)) kernels.multiply(a, b, c, orientation, sign);
  else if (!isSingle(a) && !isSingle(b) && !isSingle(c)) kernels.multiply(a, b, c, orientation, sign);
}
