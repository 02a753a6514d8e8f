/** Covariances, in every build, held to their definitions. */

import type { CovarianceFunction } from "@understudy/engine/math/kernels/kernels.ts";
import { type Build, supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { ProcessKernels } from "@understudy/engine/math/kernels/process-kernels.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  DOUBLE_TOLERANCE,
  distance,
  makeMatrix,
  normals,
  table,
} from "../../../../support/engine/kernel-twins.ts";

const it = suite("covariances of the kernels");

const COVARIANCE_NAMES = ["squared exponential", "Matern 3/2", "Matern 5/2"] as const;
const COVARIANCE_FUNCTIONS: Record<CovarianceFunction, (r: number) => number> = {
  "squared exponential": (r) => Math.exp((-r * r) / 2),
  "Matern 3/2": (r) => (1 + Math.sqrt(3) * r) * Math.exp(-Math.sqrt(3) * r),
  "Matern 5/2": (r) => (1 + Math.sqrt(5) * r + (5 * r * r) / 3) * Math.exp(-Math.sqrt(5) * r),
};

const FEATURE_COUNT = 3;
/** One feature has none. */
const FEATURE_STRENGTHS = Float64Array.of(0.4, 0, 2);

/**
 * Computes the covariances of 5 points with 30 others, on top of the covariances in all features: those in single
 * features, added; and multiplied.
 */
function inSingleFeatures(
  build: Build,
  name: CovarianceFunction,
  points: Float64Array,
  otherPoints: Float64Array,
) {
  const kernels = new ProcessKernels(build);
  const [a, b] = [
    makeMatrix(kernels, FEATURE_COUNT, 5, points),
    makeMatrix(kernels, FEATURE_COUNT, 30, otherPoints),
  ];
  const strengths = makeMatrix(kernels, 1, FEATURE_COUNT, FEATURE_STRENGTHS);
  const [added, multiplied] = [kernels.matrix64(5, 30), kernels.matrix64(5, 30)];
  kernels.crossCovariance(name, a, b, added);
  kernels.addComponents(name, a, b, strengths, added);
  kernels.productCovariance(name, a, b, strengths, multiplied);
  return { added: Matrix.copyOf(added).values, multiplied: Matrix.copyOf(multiplied).values };
}

for (const name of COVARIANCE_NAMES) {
  const [points, otherPoints] = [normals(FEATURE_COUNT * 5), normals(FEATURE_COUNT * 30)];

  it(`${name} covariances in single features are added and multiplied`, () => {
    const difference = (i: number, j: number, d: number) =>
      (points[d * 5 + i] ?? 0) - (otherPoints[d * 30 + j] ?? 0);
    const added = table(5, 30, (i, j) => {
      const apartIn = Array.from(FEATURE_STRENGTHS, (_, d) => difference(i, j, d));
      const alone = apartIn.reduce(
        (sum, r, d) => sum + (FEATURE_STRENGTHS[d] ?? 0) * COVARIANCE_FUNCTIONS[name](Math.abs(r)),
        0,
      );
      return COVARIANCE_FUNCTIONS[name](Math.hypot(...apartIn)) + alone;
    });
    const multiplied = table(5, 30, (i, j) =>
      FEATURE_STRENGTHS.reduce(
        (all, strength, d) =>
          (all * (1 + strength * COVARIANCE_FUNCTIONS[name](Math.abs(difference(i, j, d))))) / (1 + strength),
        1,
      ),
    );
    for (const build of supportedBuilds()) {
      const covariances = inSingleFeatures(build, name, points, otherPoints);
      assert.ok(distance(covariances.added, added) < DOUBLE_TOLERANCE, build);
      assert.ok(distance(covariances.multiplied, multiplied) < DOUBLE_TOLERANCE, build);
    }
  });

  it(`${name} covariances are the same bits wide and narrow`, () => {
    const [first, ...rest] = supportedBuilds()
      .filter((build) => build !== "plain")
      .map((build) => inSingleFeatures(build, name, points, otherPoints));
    for (const other of rest) assert.equal(other, first);
  });
}

for (const build of supportedBuilds()) {
  const kernels = new ProcessKernels(build);

  for (const name of COVARIANCE_NAMES) {
    it(`${build}: finds ${name} covariances`, () => {
      const width = 3;
      for (const [n, m] of [
        [1, 2],
        [5, 7],
        [30, 13],
      ] as const) {
        const scales = [0.3, -0.2, 1];
        const [points, otherPoints] = [normals(width * n), normals(width * m)];
        const between = (at: readonly number[], a: Float64Array, i: number, b: Float64Array, j: number) => {
          let sum = 0;
          at.forEach((scale, d) => {
            const difference = (a[(d * a.length) / width + i] ?? 0) - (b[(d * b.length) / width + j] ?? 0);
            sum += (difference / Math.exp(scale)) ** 2;
          });
          return COVARIANCE_FUNCTIONS[name](Math.sqrt(sum));
        };
        const scaled = (count: number, values: Float64Array) => {
          const matrix = makeMatrix(kernels, width, count, values);
          scales.forEach((scale, d) => {
            const row = matrix.values.subarray(d * matrix.stride, (d + 1) * matrix.stride);
            row.set(row.map((value) => value / Math.exp(scale)));
          });
          return matrix;
        };
        const symmetric = kernels.matrix64(n, n);
        kernels.covariance(name, scaled(n, points), 0.01, symmetric);
        const expected = table(n, n, (i, j) => between(scales, points, i, points, j) + (i === j ? 0.01 : 0));
        assert.ok(distance(Matrix.copyOf(symmetric).values, expected) < DOUBLE_TOLERANCE);
        const cross = kernels.matrix64(n, m);
        kernels.crossCovariance(name, scaled(n, points), scaled(m, otherPoints), cross);
        assert.ok(
          distance(
            Matrix.copyOf(cross).values,
            table(n, m, (i, j) => between(scales, points, i, otherPoints, j)),
          ) < DOUBLE_TOLERANCE,
        );
      }
    });
  }

  it(`${build}: counts a covariance that would be next to nothing as nothing`, () => {
    const cross = kernels.matrix64(1, 1);
    const [here, there] = [
      makeMatrix(kernels, 1, 1, Float64Array.of(0)),
      makeMatrix(kernels, 1, 1, Float64Array.of(40)),
    ];
    kernels.crossCovariance("squared exponential", here, there, cross);
    assert.is(cross.values[0], 0);
  });
}
