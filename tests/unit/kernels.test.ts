/** Every build of the kernels, held to plain loops that say what they should come to. */
import {
  contentsOf,
  fill,
  type Matrix,
  type Matrix32,
  type Matrix64,
  type Reals,
  rowsOf,
} from "../../engine/math/kernels/arena.ts";
import type { CovarianceFunction, Orientation } from "../../engine/math/kernels/kernels.ts";
import { type Activation, LayerKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { fastestKernels, supportedBuilds } from "../../engine/math/kernels/module.ts";
import { createRandom } from "../../engine/math/random.ts";
import { assert, suite } from "../harness.ts";

const it = suite("the kernels");

const DOUBLE = 1e-10;
const SINGLE = 1e-5;

const random = createRandom(1);
const normals = (count: number) => Float64Array.from({ length: count }, () => random.normal());

/** Largest difference, as a share of the largest number wanted. */
function distance(found: ArrayLike<number>, wanted: ArrayLike<number>): number {
  let [most, largest] = [0, Number.MIN_VALUE];
  for (let i = 0; i < wanted.length; i++) {
    const difference = Math.abs((found[i] ?? Number.NaN) - (wanted[i] ?? Number.NaN));
    most = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(most, difference);
    largest = Math.max(largest, Math.abs(wanted[i] ?? 0));
  }
  return found.length === wanted.length ? most / largest : Number.POSITIVE_INFINITY;
}

const table = (rows: number, columns: number, entry: (i: number, j: number) => number) =>
  Float64Array.from({ length: rows * columns }, (_, at) => entry(Math.floor(at / columns), at % columns));

function product(m: number, n: number, k: number, a: Entry, b: Entry): Float64Array {
  return table(m, n, (i, j) => {
    let sum = 0;
    for (let p = 0; p < k; p++) sum += a(i, p) * b(p, j);
    return sum;
  });
}
type Entry = (i: number, j: number) => number;

/** Rounded to single precision where `single`, so that the twin works on the same numbers. */
const rounded = (values: Float64Array, single: boolean) => (single ? values.map(Math.fround) : values);

/** A symmetric positive definite matrix, well conditioned. */
function definite(n: number): Float64Array {
  const a = normals(n * n);
  return table(n, n, (i, j) => {
    let sum = i === j ? n : 0;
    for (let p = 0; p < n; p++) sum += (a[i * n + p] ?? 0) * (a[j * n + p] ?? 0);
    return sum;
  });
}

function matrixOf(kernels: LayerKernels, rows: number, columns: number, values: Float64Array): Matrix64 {
  const matrix = kernels.matrix64(rows, columns);
  fill(matrix, values);
  return matrix;
}

/** W x + b as a layer for a point has it, and as products have it. What lies beyond the rows' ends must not matter. */
function pointThrough<Values extends Reals<Values>>(
  kernels: LayerKernels,
  make: (rows: number, columns: number) => Matrix<Values>,
  w: Float64Array,
  x: Float64Array,
  b: Float64Array,
): { found: Float64Array; usual: Float64Array } {
  const [units, k] = [b.length, x.length];
  const filled = (rows: number, columns: number, values: Float64Array): Matrix<Values> => {
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
  return { found: contentsOf(sums), usual: contentsOf(products) };
}

const SIZES: [number, number, number][] = [
  [1, 1, 1],
  [1, 17, 3],
  [5, 3, 8],
  [6, 16, 4],
  [7, 33, 31],
  [13, 9, 700],
  [64, 64, 64],
  [70, 130, 65],
];
const ORIENTATIONS: Orientation[] = ["A B", "Aᵀ B", "A Bᵀ"];

for (const build of supportedBuilds()) {
  const kernels = new LayerKernels(build);

  for (const single of [true, false]) {
    it(`${build}: multiplies in ${single ? "single" : "double"} precision, in every orientation`, () => {
      for (const [m, n, k] of SIZES) {
        for (const orientation of ORIENTATIONS) {
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
            const wanted = product(
              m,
              n,
              k,
              (i, p) => a?.[orientation === "Aᵀ B" ? p * m + i : i * k + p] ?? 0,
              (p, j) => b?.[orientation === "A Bᵀ" ? j * k + p : p * n + j] ?? 0,
            ).map((value, at) => (sign === 0 ? value : (c?.[at] ?? 0) + sign * value));
            const found = Float64Array.from(
              wanted,
              (_, at) => out.values[Math.floor(at / n) * out.stride + (at % n)] ?? 0,
            );
            const size = `${m} x ${n} x ${k}, ${orientation}, ${sign}`;
            assert.ok(distance(found, wanted) < (single ? SINGLE : DOUBLE), size);
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
        const { found, usual } = single
          ? pointThrough(kernels, (rows, columns) => kernels.matrix32(rows, columns), w, x, b)
          : pointThrough(kernels, (rows, columns) => kernels.matrix64(rows, columns), w, x, b);
        const wanted = table(units, 1, (i) =>
          x.reduce((sum, value, p) => sum + (w[i * k + p] ?? 0) * value, b[i] ?? 0),
        );
        assert.ok(distance(found, wanted) < (single ? SINGLE : DOUBLE), `${units} x ${k}`);
        assert.equal(found, usual);
        kernels.release(mark);
      }
    });
  }

  it(`${build}: factorises, solves and inverts positive definite matrices`, () => {
    for (const n of [1, 2, 6, 7, 63, 64, 65, 129, 200]) {
      const mark = kernels.mark();
      const a = definite(n);
      const r = matrixOf(kernels, n, n, a);
      assert.ok(kernels.cholesky(r));
      const factor = contentsOf(r);
      const upper: Entry = (i, j) => (i <= j ? (factor[i * n + j] ?? 0) : 0);
      assert.ok(
        distance(
          product(n, n, n, (i, p) => upper(p, i), upper),
          a,
        ) < DOUBLE,
        `factor of ${n}`,
      );

      for (const m of [1, 8, 19]) {
        const b = normals(n * m);
        const lower = matrixOf(kernels, n, m, b);
        kernels.solveLower(r, lower);
        const y = contentsOf(lower);
        assert.ok(
          distance(
            product(
              n,
              m,
              n,
              (i, p) => upper(p, i),
              (p, j) => y[p * m + j] ?? 0,
            ),
            b,
          ) < DOUBLE,
        );
        const raised = matrixOf(kernels, n, m, b);
        kernels.solveUpper(r, raised);
        const x = contentsOf(raised);
        assert.ok(
          distance(
            product(n, m, n, upper, (p, j) => x[p * m + j] ?? 0),
            b,
          ) < DOUBLE,
        );
      }

      const b = normals(n);
      const x = matrixOf(kernels, 1, n, b);
      kernels.solveVector(r, x);
      assert.ok(
        distance(
          product(
            n,
            1,
            n,
            (i, p) => a[i * n + p] ?? 0,
            (p) => x.values[p] ?? 0,
          ),
          b,
        ) < DOUBLE,
      );

      const inverse = kernels.matrix64(n, n);
      kernels.inverse(r, inverse);
      const found = contentsOf(inverse);
      const identity = product(
        n,
        n,
        n,
        (i, p) => found[i * n + p] ?? 0,
        (p, j) => a[p * n + j] ?? 0,
      );
      assert.ok(
        distance(
          identity,
          table(n, n, (i, j) => (i === j ? 1 : 0)),
        ) < DOUBLE,
        `inverse of ${n}`,
      );
      const diagonal = kernels.vector64(n);
      kernels.inverseDiagonal(r, diagonal);
      assert.ok(
        distance(
          contentsOf(diagonal),
          found.filter((_, at) => at % (n + 1) === 0),
        ) < DOUBLE,
      );
      kernels.release(mark);
    }
  });

  it(`${build}: refuses matrices that are not positive definite, or not finite`, () => {
    const n = 90;
    for (const bad of [-1e6, 0, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const at of [0, 63, 64, 89]) {
        const a = definite(n);
        a[at * (n + 1)] = bad;
        assert.not.ok(kernels.cholesky(matrixOf(kernels, n, n, a)), `${bad} at ${at}`);
      }
    }
  });

  it(`${build}: adds products of a matrix with its transpose to the upper triangle`, () => {
    for (const [n, k] of [
      [1, 1],
      [5, 9],
      [8, 1],
      [67, 40],
    ] as const) {
      const j = normals(n * k);
      const c = normals(n * n);
      const sum = matrixOf(kernels, n, n, c);
      kernels.symmetricRankUpdate(matrixOf(kernels, n, k, j), sum);
      const wanted = product(
        n,
        n,
        k,
        (i, p) => j[i * k + p] ?? 0,
        (p, q) => j[q * k + p] ?? 0,
      );
      const above = (values: Float64Array) => values.filter((_, at) => at % n >= Math.floor(at / n));
      assert.ok(
        distance(above(contentsOf(sum)), above(wanted.map((value, at) => value + (c[at] ?? 0)))) < DOUBLE,
      );
    }
  });

  const FUNCTIONS: Record<CovarianceFunction, (r: number) => number> = {
    "squared exponential": (r) => Math.exp((-r * r) / 2),
    "Matern 3/2": (r) => (1 + Math.sqrt(3) * r) * Math.exp(-Math.sqrt(3) * r),
    "Matern 5/2": (r) => (1 + Math.sqrt(5) * r + (5 * r * r) / 3) * Math.exp(-Math.sqrt(5) * r),
  };
  for (const name of ["squared exponential", "Matern 3/2", "Matern 5/2"] as const) {
    it(`${build}: finds ${name} covariances`, () => {
      const width = 3;
      for (const [n, m] of [
        [1, 2],
        [5, 7],
        [30, 13],
      ] as const) {
        const scales = [0.3, -0.2, 1];
        const [points, others] = [normals(width * n), normals(width * m)];
        const between = (at: readonly number[], a: Float64Array, i: number, b: Float64Array, j: number) => {
          let sum = 0;
          at.forEach((scale, d) => {
            const difference = (a[(d * a.length) / width + i] ?? 0) - (b[(d * b.length) / width + j] ?? 0);
            sum += (difference / Math.exp(scale)) ** 2;
          });
          return FUNCTIONS[name](Math.sqrt(sum));
        };
        const scaled = (count: number, values: Float64Array) => {
          const matrix = matrixOf(kernels, width, count, values);
          scales.forEach((scale, d) => {
            const row = matrix.values.subarray(d * matrix.stride, (d + 1) * matrix.stride);
            row.set(row.map((value) => value / Math.exp(scale)));
          });
          return matrix;
        };
        const own = kernels.matrix64(n, n);
        kernels.covariance(name, scaled(n, points), 0.01, own);
        const wanted = table(n, n, (i, j) => between(scales, points, i, points, j) + (i === j ? 0.01 : 0));
        assert.ok(distance(contentsOf(own), wanted) < DOUBLE);
        const cross = kernels.matrix64(n, m);
        kernels.crossCovariance(name, scaled(n, points), scaled(m, others), cross);
        assert.ok(
          distance(
            contentsOf(cross),
            table(n, m, (i, j) => between(scales, points, i, others, j)),
          ) < DOUBLE,
        );
      }
    });
  }

  it(`${build}: counts a covariance that would be next to nothing as nothing`, () => {
    const cross = kernels.matrix64(1, 1);
    const [here, there] = [
      matrixOf(kernels, 1, 1, Float64Array.of(0)),
      matrixOf(kernels, 1, 1, Float64Array.of(40)),
    ];
    kernels.crossCovariance("squared exponential", here, there, cross);
    assert.is(cross.values[0], 0);
  });

  const ACTIVATIONS: Record<Activation, [value: (x: number) => number, slope: (x: number) => number]> = {
    linear: [(x) => x, () => 1],
    tanh: [Math.tanh, (x) => 1 - Math.tanh(x) ** 2],
    silu: [
      (x) => x / (1 + Math.exp(-x)),
      (x) => (1 + Math.exp(-x) + x * Math.exp(-x)) / (1 + Math.exp(-x)) ** 2,
    ],
  };
  for (const activation of ["linear", "tanh", "silu"] as const) {
    it(`${build}: finds ${activation} and its slope to the last digits, near zero and far from it`, () => {
      const [value, slope] = ACTIVATIONS[activation];
      const at = [0, 1e-12, -1e-5, 1e-3, 0.3, -0.35, 0.7, 2, -5, 9, 19, -30, 60, -60, 1e6].map(Math.fround);
      for (const single of [true, false]) {
        const bias = 0.25;
        const points = Float64Array.from(at, (x) => x - bias).map(single ? Math.fround : (x) => x);
        const tolerance = single ? 1e-6 : 1e-14;
        const check = (found: ArrayLike<number>, slopes: ArrayLike<number>) => {
          points.forEach((x, i) => {
            const sum = single ? Math.fround(x + bias) : x + bias;
            const error = Math.abs((found[i] ?? Number.NaN) - value(sum));
            assert.ok(error <= tolerance * Math.abs(value(sum)) + 1e-25, `${activation} of ${sum}`);
            if (activation === "linear") return;
            assert.ok(Math.abs((slopes[i] ?? Number.NaN) - slope(sum)) <= 3 * tolerance, `slope at ${sum}`);
          });
        };
        if (single) {
          const sums = kernels.matrix32(1, at.length);
          const [slopes, biases] = [kernels.matrix32(1, at.length), kernels.matrix32(1, 1)];
          fill(sums, points);
          biases.values[0] = bias;
          kernels.activate(activation, sums, biases, slopes);
          check(sums.values, slopes.values);
        } else {
          const sums = matrixOf(kernels, 1, at.length, points);
          const slopes = kernels.matrix64(1, at.length);
          kernels.activate(activation, sums, matrixOf(kernels, 1, 1, Float64Array.of(bias)), slopes);
          check(sums.values, slopes.values);
        }
      }
    });
  }

  it(`${build}: finds the loss and its derivatives, and leaves the padding out of it`, () => {
    for (const count of [1, 7, 8, 250]) {
      const [outputs, targets] = [normals(2 * count), normals(2 * count)].map((values) =>
        values.map(Math.fround),
      );
      const [made, wanted, shares] = [
        kernels.matrix32(2, count),
        kernels.matrix32(2, count),
        kernels.matrix32(1, 2),
      ];
      made.values.fill(1e20);
      if (outputs !== undefined) fill(made, outputs);
      if (targets !== undefined) fill(wanted, targets);
      shares.values.set([0.5, 2]);
      const loss = kernels.differences(made, wanted, shares);
      const differences = table(
        2,
        count,
        (i, j) => (outputs?.[i * count + j] ?? 0) - (targets?.[i * count + j] ?? 0),
      );
      const expected = differences.reduce((sum, d, at) => sum + ((at < count ? 0.5 : 2) * d * d) / count, 0);
      assert.ok(Math.abs(loss - expected) < SINGLE * expected);
      const derivatives = differences.map((d, at) => ((at < count ? 1 : 4) * d) / count);
      assert.ok(distance(contentsOf(made), derivatives) < SINGLE);
      assert.ok(made.values.every((value, at) => at % made.stride < count || value === 0));
      const sums = kernels.matrix32(1, 2);
      kernels.rowSums(made, sums);
      const [first = 0, second = 0] = [derivatives.slice(0, count), derivatives.slice(count)].map((part) =>
        part.reduce((sum, value) => sum + value, 0),
      );
      assert.ok(distance(sums.values.subarray(0, 2), [first, second]) < 1e-4);
    }
  });

  it(`${build}: brings rows of a table together as columns`, () => {
    const source = kernels.matrix32(9, 5);
    source.values.set(source.values.map((_, at) => at));
    const { address } = kernels.matrix32(1, 3);
    new Int32Array(kernels.memory.buffer, address, 3).set([7, 0, 7]);
    const batch = kernels.matrix32(2, 3);
    kernels.gather(source, 3, address, batch);
    const [seven, zero] = [7 * source.stride + 3, 3];
    assert.equal(Array.from(contentsOf(batch)), [seven, zero, seven, seven + 1, zero + 1, seven + 1]);
  });

  it(`${build}: takes steps of Adam, and lets moments that have died away be zero`, () => {
    const count = 19;
    const names = ["parameters", "gradient", "first", "second"] as const;
    const start = names.map(() => normals(count).map((x) => Math.fround(Math.abs(x))));
    const [p, g, m, v] = start.map((values) => values.slice());
    if (!p || !g || !m || !v) return;
    [g, m, v].forEach((values) => {
      values.set([0, 1e-25, 0]);
    });
    m.set([1e-30, 0, 1e-38], 0);
    v.set([1e-38, 0, 1e-30], 0);
    const make = (values: Float64Array) => {
      const matrix = kernels.matrix32(1, count);
      fill(matrix, values);
      return matrix;
    };
    const blocks = { parameters: make(p), gradient: make(g), first: make(m), second: make(v) };
    for (let step = 1; step <= 20; step++) {
      const settings = { step, rate: 0.01, b1: 0.9, b2: 0.99, decay: 0.1 };
      kernels.adamStep(blocks, settings);
      for (let i = 0; i < count; i++) {
        m[i] = 0.9 * (m[i] ?? 0) + 0.1 * (g[i] ?? 0);
        v[i] = 0.99 * (v[i] ?? 0) + 0.01 * (g[i] ?? 0) ** 2;
        const change = (m[i] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((v[i] ?? 0) / (1 - 0.99 ** step)) + 1e-8);
        p[i] = (p[i] ?? 0) * (1 - 0.001) - 0.01 * change;
      }
    }
    assert.ok(distance(contentsOf(blocks.parameters), p) < SINGLE);
    assert.ok(distance(contentsOf(blocks.second), v) < SINGLE);
    assert.equal(Array.from(blocks.first.values.subarray(0, 3)), [0, 0, 0]);
    assert.equal(Array.from(blocks.second.values.subarray(0, 3)), [0, 0, 0]);
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

it("are the same bits wide and narrow", () => {
  const found = supportedBuilds()
    .filter((build) => build !== "plain")
    .map((build) => {
      const kernels = new LayerKernels(build);
      const source = createRandom(5);
      const a = matrixOf(
        kernels,
        150,
        150,
        Float64Array.from({ length: 150 * 150 }, () => source.normal()),
      );
      const gram = kernels.matrix64(150, 150);
      kernels.symmetricRankUpdate(a, gram);
      kernels.cholesky(gram);
      kernels.solveLower(gram, a);
      return contentsOf(a);
    });
  for (const other of found) assert.equal(other, found[0]);
});

it("are chosen from what the runtime supports", () => {
  assert.ok(supportedBuilds().includes("plain"));
  assert.ok(supportedBuilds().includes(fastestKernels()));
});

it("do not multiply what does not fit, and leave what was given out in place when memory grows", () => {
  const kernels = new LayerKernels();
  const a = matrixOf(kernels, 2, 3, Float64Array.of(1, 2, 3, 4, 5, 6));
  assert.throws(() => kernels.multiply(a, a, kernels.matrix64(2, 2)), /do not multiply/);
  const mark = kernels.mark();
  kernels.matrix64(1000, 1000).values.fill(7);
  assert.equal(Array.from(contentsOf(rowsOf(a, 1, 2))), [4, 5, 6]);
  kernels.release(mark);
  assert.ok(kernels.matrix64(1000, 1000).values.every((value) => value === 0));
});
