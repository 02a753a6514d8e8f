/** Covariances, in every build, held to their definitions. */
import { contentsOf } from "@understudy/engine/math/kernels/arena.ts";
import { type CovarianceFunction, Kernels } from "@understudy/engine/math/kernels/kernels.ts";
import { supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { assert, suite } from "../../../../harness.ts";
import { DOUBLE, distance, matrixOf, normals, table } from "../../../../support/engine/kernel-twins.ts";

const it = suite("covariances of the kernels");

for (const build of supportedBuilds()) {
  const kernels = new Kernels(build);

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
}
