import { createRandom } from "@understudy/engine/math/random.ts";
import { ADAM_SETTINGS } from "@understudy/engine/models/network/adam-fit.ts";
import { parameterCount } from "@understudy/engine/models/network/network.ts";
import { packParameters, planStep, unpackParameters } from "@understudy/engine/models/network/step-plan.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  CASE_SHAPES,
  createShares,
  drawColumns,
  fitOnProcessor,
  ORDER_SEED,
  ROW_COUNT,
  rateAt,
  relativeDifference,
  startFit,
} from "../../../../support/engine/gpu/adam-cases.ts";
import { performStep } from "../../../../support/engine/gpu/plan-twin.ts";

const it = suite("the plan of a step on a GPU");

const STEP_COUNT = 3;
/** The kernels in WebAssembly are of single precision. */
const MAX_DIFFERENCE = 2e-5;

for (const shape of CASE_SHAPES) {
  it(`comes to the steps of the processor's kernels with ${shape.hidden.length} hidden layers`, () => {
    const fit = startFit(shape);
    const plan = planStep(shape, 256);
    const length = parameterCount(shape);
    const block = new Float64Array(plan.blockLength);
    const packed = new Float32Array(length);
    packParameters(shape, fit.parameters, packed);
    block.set(packed, plan.layout.parameters);
    for (const at of plan.layout.ones) block.fill(1, at, at + 256);
    const columns = drawColumns(shape);
    const rows = Float64Array.from({ length: ROW_COUNT * columns.length }, (_, i) => {
      return columns[i % columns.length]?.[Math.floor(i / columns.length)] ?? Number.NaN;
    });
    let loss = 0;
    for (let step = 0; step < STEP_COUNT; step++) {
      const order = createRandom(ORDER_SEED).fork(step).permutation(ROW_COUNT);
      const memory = { shared: createShares(shape), block, rows, order };
      const { b1, b2, decay } = ADAM_SETTINGS;
      loss += performStep(plan, memory, {
        firstRow: 0,
        rate: rateAt(step) / (1 - b1 ** (step + 1)),
        correction: 1 / (1 - b2 ** (step + 1)),
        keep: 1 - rateAt(step) * decay,
      });
    }
    const expected = fitOnProcessor(shape, fit, STEP_COUNT);
    assert.ok(Math.abs(loss / STEP_COUNT - expected.loss) < MAX_DIFFERENCE * expected.loss);
    for (const name of ["parameters", "first", "second"] as const) {
      const from = plan.layout[name];
      const values = new Float64Array(length);
      unpackParameters(shape, Float32Array.from(block.subarray(from, from + length)), values);
      const difference = relativeDifference(values, fit[name]);
      assert.ok(difference < MAX_DIFFERENCE, `${name}: ${difference}`);
    }
  });
}

it("gives every number a place of its own", () => {
  const shape = { inputs: 3, hidden: [5, 4], outputs: 2 };
  const flat = Float64Array.from({ length: parameterCount(shape) }, (_, i) => i);
  const packed = new Float32Array(flat.length);
  packParameters(shape, flat, packed);
  // The first unit's weights, then its bias.
  assert.equal(Array.from(packed.subarray(0, 4)), [0, 1, 2, 15]);
  const back = new Float64Array(flat.length);
  unpackParameters(shape, packed, back);
  assert.equal(back, flat);
});
