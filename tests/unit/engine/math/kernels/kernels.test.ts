/** The laws that hold for all builds of the kernels together, and for the memory that they work in. */

import { rowsOf } from "@understudy/engine/math/kernels/arena.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { fastestKernels, supportedBuilds } from "@understudy/engine/math/kernels/module.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeMatrix } from "../../../../support/engine/kernel-twins.ts";

const it = suite("the kernels");

it("are the same bits wide and narrow", () => {
  const results = supportedBuilds()
    .filter((build) => build !== "plain")
    .map((build) => {
      const kernels = new LayerKernels(build);
      const source = createRandom(5);
      const a = makeMatrix(
        kernels,
        150,
        150,
        Float64Array.from({ length: 150 * 150 }, () => source.normal()),
      );
      const gram = kernels.matrix64(150, 150);
      kernels.symmetricRankUpdate(a, gram);
      kernels.cholesky(gram);
      kernels.solveLower(gram, a);
      return Matrix.copyOf(a).values;
    });
  for (const other of results) assert.equal(other, results[0]);
});

it("are chosen from what the runtime supports", () => {
  assert.ok(supportedBuilds().includes("plain"));
  assert.ok(supportedBuilds().includes(fastestKernels()));
});

it("do not multiply what does not fit, and leave what was given out in place when memory grows", () => {
  const kernels = new LayerKernels();
  const a = makeMatrix(kernels, 2, 3, Float64Array.of(1, 2, 3, 4, 5, 6));
  assert.throws(() => kernels.multiply(a, a, kernels.matrix64(2, 2)), /do not multiply/);
  const mark = kernels.mark();
  kernels.matrix64(1000, 1000).values.fill(7);
  assert.equal(Array.from(Matrix.copyOf(rowsOf(a, 1, 2)).values), [4, 5, 6]);
  kernels.release(mark);
  assert.ok(kernels.matrix64(1000, 1000).values.every((value) => value === 0));
});
