/** The slowdown of the kernels against the reference machine. */
import { LayerKernels } from "../../../../../engine/math/kernels/layer-kernels.ts";
import { measureSlowdown } from "../../../../../engine/training/speed/measure-slowdown.ts";
import { assert, suite } from "../../../../harness.ts";

const slowdown = suite("the slowdown of a machine");

slowdown("is proportional to what the clock passes in each round", () => {
  const kernels = new LayerKernels();
  const mark = kernels.mark();
  const measure = (msPerRound: number): number => {
    let now = 0;
    return measureSlowdown(kernels, 50, () => {
      now += msPerRound;
      return now;
    });
  };
  const slow = measure(4);
  assert.ok(Math.abs(slow / measure(1) - 4) < 1e-9);
  assert.is(kernels.mark(), mark, "its memory is given back");
});
