/** Deviation and bounds of an output, from what was said of rows kept out. */
import { gatherRows } from "../../data/table.ts";
import { inputsAt } from "../../learning/learnt-rows.ts";
import type { LearningData } from "../../learning/lesson.ts";
import { multiplyTransposed } from "../../math/products.ts";
import { createRandom } from "../../math/random.ts";
import type { PanelOutput } from "../panel-data.ts";
import { assemble, type OutputModel } from "../targets.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import type { Choice } from "./choice.ts";
import { type Deviation, fitDeviation } from "./deviation.ts";
import { leftOutRemainder } from "./left-out-remainder.ts";

/**
 * @param choices of the output's targets, in their order.
 * @param rows those kept out: the choices' errors are of them.
 */
export function calibrate(
  { model, learnt }: Pick<PanelOutput, "model" | "learnt">,
  choices: readonly Choice[],
  learning: LearningData,
  rows: Int32Array,
): { deviation: Deviation; bounds: Bounds } {
  const heard = Int32Array.from(rows.keys()).filter((at) =>
    choices.every(({ errors }) => Number.isFinite(errors[at])),
  );
  const own = heard.map((at) => rows[at] ?? 0);
  const means = choices.map(({ errors }, k) => {
    const truth = learning.targets[model.targets[k] ?? 0];
    return Float64Array.from(heard, (at, i) => (truth?.[own[i] ?? 0] ?? 0) + (errors[at] ?? 0));
  });
  const predicted = assemble(model, means, heard.length);
  const errors = gatherRows(learnt, model.size, own).map((value, at) => value - (predicted[at] ?? 0));
  addRemainder(errors, model, learnt, own);
  const said = choices.map(({ variances, disagreement }) => ({
    variance: gatherRows(variances, 1, heard),
    disagreement: gatherRows(disagreement, 1, heard),
  }));
  const setting = {
    inputs: inputsAt(learning, own),
    count: heard.length,
    mean: means[0] ?? new Float64Array(heard.length),
  };
  const { deviation, variances } = fitDeviation(model, errors, said, setting);
  const scores = errors.map((error, at) => error / Math.sqrt(variances[at] ?? 1));
  return { deviation, bounds: boundsOf(scores, model.size) };
}

/** Where the components were made for these very rows: what they leave of other rows, instead of what they left of these. */
function addRemainder(
  errors: Float64Array,
  model: OutputModel,
  learnt: Float64Array,
  rows: Int32Array,
): void {
  const { size, targets } = model;
  const count = learnt.length / size;
  const random = createRandom(count, size);
  const leftOut = leftOutRemainder(learnt, count, size, targets.length, random);
  if (leftOut === null) return;
  const left = remainderOf(model, learnt, count);
  rows.forEach((row, i) => {
    for (let j = 0; j < size; j++) {
      const at = row * size + j;
      errors[i * size + j] = (errors[i * size + j] ?? 0) + (leftOut[at] ?? 0) - (left[at] ?? 0);
    }
  });
}

/** What the output's own components leave of its rows. */
function remainderOf(
  { basis, size, targets }: OutputModel,
  values: Float64Array,
  count: number,
): Float64Array {
  const scores = new Float64Array(count * targets.length);
  multiplyTransposed(values, basis, scores, count, targets.length, size);
  const remainder = values.slice();
  for (let k = 0; k < targets.length; k++) {
    const direction = basis.subarray(k * size, (k + 1) * size);
    const square = direction.reduce((sum, value) => sum + value * value, 0);
    for (let i = 0; i < count; i++) {
      const share = (scores[i * targets.length + k] ?? 0) / (square || 1);
      for (let j = 0; j < size; j++) {
        remainder[i * size + j] = (remainder[i * size + j] ?? 0) - share * (direction[j] ?? 0);
      }
    }
  }
  return remainder;
}

/** The variance of the standardised output that a target stands for, a sum over the components. */
export function strengthOf({ basis, size }: OutputModel, target: number): number {
  return basis.subarray(target * size, (target + 1) * size).reduce((sum, value) => sum + value * value, 0);
}
