/** Factors of matrices, what is solved with them, and inverses, in every build, held to plain loops. */

import { Kernels } from "@understudy/engine/math/kernels/kernels.ts";
import { supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  DOUBLE_TOLERANCE,
  definite,
  distance,
  type Entry,
  makeMatrix,
  normals,
  product,
  table,
} from "../../../../support/engine/kernel-twins.ts";

const it = suite("factors of the kernels");

for (const build of supportedBuilds()) {
  const kernels = new Kernels(build);

  it(`${build}: factorises, solves and inverts positive definite matrices`, () => {
    for (const n of [1, 2, 6, 7, 63, 64, 65, 129, 200]) {
      const mark = kernels.mark();
      const a = definite(n);
      const r = makeMatrix(kernels, n, n, a);
      assert.ok(kernels.cholesky(r));
      const factor = Matrix.copyOf(r).values;
      const upper: Entry = (i, j) => (i <= j ? (factor[i * n + j] ?? 0) : 0);
      assert.ok(
        distance(
          product(n, n, n, (i, p) => upper(p, i), upper),
          a,
        ) < DOUBLE_TOLERANCE,
        `factor of ${n}`,
      );

      for (const m of [1, 8, 19]) {
        const b = normals(n * m);
        const lower = makeMatrix(kernels, n, m, b);
        kernels.solveLower(r, lower);
        const y = Matrix.copyOf(lower).values;
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
          ) < DOUBLE_TOLERANCE,
        );
        const raised = makeMatrix(kernels, n, m, b);
        kernels.solveUpper(r, raised);
        const x = Matrix.copyOf(raised).values;
        assert.ok(
          distance(
            product(n, m, n, upper, (p, j) => x[p * m + j] ?? 0),
            b,
          ) < DOUBLE_TOLERANCE,
        );
      }

      const b = normals(n);
      const x = makeMatrix(kernels, 1, n, b);
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
        ) < DOUBLE_TOLERANCE,
      );

      const inverse = kernels.matrix64(n, n);
      kernels.inverse(r, inverse);
      const inverted = Matrix.copyOf(inverse).values;
      const identity = product(
        n,
        n,
        n,
        (i, p) => inverted[i * n + p] ?? 0,
        (p, j) => a[p * n + j] ?? 0,
      );
      assert.ok(
        distance(
          identity,
          table(n, n, (i, j) => (i === j ? 1 : 0)),
        ) < DOUBLE_TOLERANCE,
        `inverse of ${n}`,
      );
      const diagonal = kernels.vector64(n);
      kernels.inverseDiagonal(r, diagonal);
      assert.ok(
        distance(
          Matrix.copyOf(diagonal).values,
          inverted.filter((_, at) => at % (n + 1) === 0),
        ) < DOUBLE_TOLERANCE,
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
        assert.not.ok(kernels.cholesky(makeMatrix(kernels, n, n, a)), `${bad} at ${at}`);
      }
    }
  });
}
