/** The steps of a network's layers besides products, in every build, compared with plain loops. */

import { fill } from "@understudy/engine/math/kernels/arena.ts";
import { type Activation, LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  distance,
  makeMatrix,
  normals,
  SINGLE_TOLERANCE,
  table,
} from "../../../../support/engine/kernel-twins.ts";

const it = suite("layers of the kernels");

for (const build of supportedBuilds()) {
  const kernels = new LayerKernels(build);

  const ACTIVATION_FUNCTIONS: Record<
    Activation,
    [value: (x: number) => number, slope: (x: number) => number]
  > = {
    linear: [(x) => x, () => 1],
    tanh: [Math.tanh, (x) => 1 - Math.tanh(x) ** 2],
    silu: [
      (x) => x / (1 + Math.exp(-x)),
      (x) => (1 + Math.exp(-x) + x * Math.exp(-x)) / (1 + Math.exp(-x)) ** 2,
    ],
  };
  for (const activation of ["linear", "tanh", "silu"] as const) {
    it(`${build}: finds ${activation} and its slope to the last digits, near zero and far from it`, () => {
      const [value, slope] = ACTIVATION_FUNCTIONS[activation];
      const at = [0, 1e-12, -1e-5, 1e-3, 0.3, -0.35, 0.7, 2, -5, 9, 19, -30, 60, -60, 1e6].map(Math.fround);
      for (const single of [true, false]) {
        const bias = 0.25;
        const points = Float64Array.from(at, (x) => x - bias).map(single ? Math.fround : (x) => x);
        const tolerance = single ? 1e-6 : 1e-14;
        const check = (outputs: ArrayLike<number>, slopes: ArrayLike<number>) => {
          points.forEach((x, i) => {
            const sum = single ? Math.fround(x + bias) : x + bias;
            const error = Math.abs((outputs[i] ?? Number.NaN) - value(sum));
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
          const sums = makeMatrix(kernels, 1, at.length, points);
          const slopes = kernels.matrix64(1, at.length);
          kernels.activate(activation, sums, makeMatrix(kernels, 1, 1, Float64Array.of(bias)), slopes);
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
      const [made, targetMatrix, shares] = [
        kernels.matrix32(2, count),
        kernels.matrix32(2, count),
        kernels.matrix32(1, 2),
      ];
      made.values.fill(1e20);
      if (outputs !== undefined) fill(made, outputs);
      if (targets !== undefined) fill(targetMatrix, targets);
      shares.values.set([0.5, 2]);
      const loss = kernels.differences(made, targetMatrix, shares);
      const differences = table(
        2,
        count,
        (i, j) => (outputs?.[i * count + j] ?? 0) - (targets?.[i * count + j] ?? 0),
      );
      const expected = differences.reduce((sum, d, at) => sum + ((at < count ? 0.5 : 2) * d * d) / count, 0);
      assert.ok(Math.abs(loss - expected) < SINGLE_TOLERANCE * expected);
      const derivatives = differences.map((d, at) => ((at < count ? 1 : 4) * d) / count);
      assert.ok(distance(Matrix.copyOf(made).values, derivatives) < SINGLE_TOLERANCE);
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
    assert.equal(Array.from(Matrix.copyOf(batch).values), [
      seven,
      zero,
      seven,
      seven + 1,
      zero + 1,
      seven + 1,
    ]);
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
    assert.ok(distance(Matrix.copyOf(blocks.parameters).values, p) < SINGLE_TOLERANCE);
    assert.ok(distance(Matrix.copyOf(blocks.second).values, v) < SINGLE_TOLERANCE);
    assert.equal(Array.from(blocks.first.values.subarray(0, 3)), [0, 0, 0]);
    assert.equal(Array.from(blocks.second.values.subarray(0, 3)), [0, 0, 0]);
  });
}
