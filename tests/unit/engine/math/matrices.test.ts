import { factorise, solve } from "@understudy/engine/math/cholesky.ts";
import { principalComponents } from "@understudy/engine/math/principal-components.ts";
import { addGram, multiply, multiplyTransposed, transpose } from "@understudy/engine/math/products.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { symmetricEigen } from "@understudy/engine/math/symmetric-eigen.ts";
import { interpolateLinear, interpolateMonotone } from "@understudy/shared/math/interpolation.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the engine's mathematics");

const normals = (random: Random, count: number) =>
  Float64Array.from({ length: count }, () => random.normal());

function product(a: Float64Array, b: Float64Array, m: number, n: number, k: number): Float64Array {
  return Float64Array.from({ length: m * n }, (_, at) => {
    let sum = 0;
    for (let p = 0; p < k; p++) sum += (a[Math.floor(at / n) * k + p] ?? 0) * (b[p * n + (at % n)] ?? 0);
    return sum;
  });
}

const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), 0);

it("multiplies matrices of every small size as the definition says", () => {
  const random = createRandom(1);
  for (let m = 1; m < 7; m++) {
    for (let n = 1; n < 10; n++) {
      for (const k of [1, 2, 5, 8]) {
        const a = normals(random, m * k);
        const b = normals(random, k * n);
        const expected = product(a, b, m, n, k);
        const c = new Float64Array(m * n);
        multiply(a, b, c, m, n, k);
        assert.ok(farthest(c, expected) < 1e-12, `multiply ${m} ${n} ${k}`);
        const flipped = new Float64Array(k * n);
        transpose(b, flipped, k, n);
        multiplyTransposed(a, flipped, c.fill(9), m, n, k);
        assert.ok(farthest(c, expected) < 1e-12, `multiplyTransposed ${m} ${n} ${k}`);
      }
    }
  }
});

it("adds Gram matrices to the lower triangle", () => {
  const random = createRandom(2);
  for (let m = 1; m < 12; m++) {
    const a = normals(random, m * 6);
    const flipped = new Float64Array(m * 6);
    transpose(a, flipped, m, 6);
    const expected = product(a, flipped, m, m, 6);
    const gram = new Float64Array(m * m).fill(1);
    addGram(a, gram, m, 6);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j <= i; j++) {
        assert.ok(
          Math.abs((gram[i * m + j] ?? 0) - 1 - (expected[i * m + j] ?? 0)) < 1e-12,
          `${m}: ${i} ${j}`,
        );
      }
    }
  }
});

it("solves positive definite systems and refuses others", () => {
  const random = createRandom(3);
  const n = 17;
  const a = normals(random, n * 40);
  const gram = new Float64Array(n * n);
  addGram(a, gram, n, 40);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) gram[j * n + i] = gram[i * n + j] ?? 0;
  const factor = new Float64Array(n * n);
  assert.ok(factorise(gram, factor, n));
  const solution = normals(random, n);
  const x = product(gram, solution, n, 1, n);
  solve(factor, x, n);
  assert.ok(farthest(x, solution) < 1e-10);

  assert.not.ok(factorise(Float64Array.of(1, 2, 2, 1), new Float64Array(4), 2));
  assert.not.ok(factorise(Float64Array.of(Number.NaN), new Float64Array(1), 1));
});

it("finds eigenvalues and orthonormal eigenvectors", () => {
  const random = createRandom(4);
  const n = 12;
  const a = normals(random, n * n);
  const matrix = a.map((value, at) => value + (a[(at % n) * n + Math.floor(at / n)] ?? 0));
  const { values, vectors } = symmetricEigen(matrix, n);
  for (let k = 0; k < n; k++) {
    const vector = vectors.slice(k * n, (k + 1) * n);
    const image = product(matrix, vector, n, 1, n);
    assert.ok(
      farthest(
        image,
        vector.map((value) => value * (values[k] ?? 0)),
      ) < 1e-10,
    );
    assert.ok(k === 0 || (values[k - 1] ?? 0) >= (values[k] ?? 0));
  }
});

it("rebuilds matrices of low rank from their principal components, and no others", () => {
  const random = createRandom(5);
  const [rows, columns, rank] = [60, 200, 5];
  const data = product(normals(random, rows * rank), normals(random, rank * columns), rows, columns, rank);
  const find = (most: number) => {
    const work = principalComponents(data, rows, columns, most, 0.999999999, random);
    return runToEnd(work);
  };
  const errorWith = (most: number) => {
    const { count, basis } = find(most);
    const flipped = new Float64Array(basis.length);
    transpose(basis, flipped, count, columns);
    const scores = product(data, flipped, rows, count, columns);
    return farthest(product(scores, basis, rows, columns, count), data);
  };
  assert.is(find(20).count, rank);
  assert.ok(errorWith(20) < 1e-8);
  assert.ok(errorWith(4) > 0.1);
});

it("interpolates curves through their points, without overshooting", () => {
  const x = Float64Array.of(0, 1, 2, 3, 4);
  const y = Float64Array.of(0, 0, 1, 1, -3);
  const fine = Float64Array.from({ length: 401 }, (_, i) => i / 100);
  for (const interpolate of [interpolateLinear, interpolateMonotone]) {
    assert.equal(interpolate(x, y, x), y);
    const curve = interpolate(x, y, fine);
    assert.ok(curve.every((value, i) => value >= (i <= 300 ? 0 : -3) && value <= 1));
    assert.equal(interpolate(x, y, Float64Array.of(-5, 9)), Float64Array.of(0, -3));
  }
  const sine = fine.map(Math.sin);
  const coarse = Float64Array.from({ length: 41 }, (_, i) => i / 10);
  const error = (interpolate: typeof interpolateLinear) =>
    farthest(interpolate(coarse, coarse.map(Math.sin), fine), sine);
  assert.ok(error(interpolateMonotone) < error(interpolateLinear));
});

it("draws numbers of the right distributions, the same for the same seed and stream", () => {
  const random = createRandom(7);
  const count = 100_000;
  const uniform = Float64Array.from({ length: count }, () => random.uniform());
  const normal = normals(random, count);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanSquare = (values: Float64Array) => mean(values.map((value) => value ** 2));
  assert.ok(Math.abs(mean(uniform) - 0.5) < 0.005);
  assert.ok(uniform.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(mean(normal)) < 0.015);
  assert.ok(Math.abs(meanSquare(normal) - 1) < 0.02);
  const tails = normal.filter((value) => Math.abs(value) > 1.959964).length / count;
  assert.ok(Math.abs(tails - 0.05) < 0.004);

  const drawn = (source: Random) => Array.from({ length: 5 }, () => source.uniform());
  assert.equal(drawn(createRandom(7)), drawn(createRandom(7)));
  assert.not.equal(drawn(createRandom(7)), drawn(createRandom(8)));
  const parent = createRandom(9);
  const before = drawn(parent.fork(1));
  parent.normal();
  assert.equal(drawn(parent.fork(1)), before);
  assert.not.equal(drawn(parent.fork(2)), before);
  assert.not.equal(drawn(parent.fork(1, 0)), before);
});

it("shuffles fairly", () => {
  const random = createRandom(11);
  const counts = new Float64Array(16);
  for (let i = 0; i < 40_000; i++) {
    const order = random.permutation(4);
    assert.is(new Set(order).size, 4);
    order.forEach((value, place) => {
      counts[place * 4 + value] = (counts[place * 4 + value] ?? 0) + 1;
    });
  }
  assert.ok(counts.every((times) => Math.abs(times - 10_000) < 400));
});
