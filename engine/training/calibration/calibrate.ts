/** Deviation and bounds of an output, from what was said of rows kept out. */
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import { multiplyTransposed } from "../../math/products.ts";
import { createRandom } from "../../math/random.ts";
import { type Deviation, fitDeviation, type Said } from "../../models/ensemble/error-model.ts";
import type { RowSetting } from "../../models/ensemble/heteroscedasticity.ts";
import type { LearningData } from "../../models/fit-task.ts";
import { assemble, type OutputModel } from "../../models/targets.ts";
import type { Choice } from "../ensemble/choice.ts";
import type { PanelOutput } from "../ensemble/ensemble-data.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import { leftOutRemainder } from "./truncation-error.ts";

/** Of an output, from the choices of its targets, in their order. */
export type Calibration = (
  output: Pick<PanelOutput, "model" | "learnt">,
  choices: readonly Choice[],
) => { deviation: Deviation; bounds: Bounds };

/** What was said of kept-out rows of which all of an output's targets were heard. */
interface Heard {
  /** Indices into the learning rows. */
  rows: Int32Array;
  means: Float64Array[];
  said: Said[];
  setting: RowSetting;
}

/** @param rows those kept out: the choices' errors are of them. */
export function createCalibration(learning: LearningData, rows: Int32Array): Calibration {
  const hear = (targets: Int32Array, choices: readonly Choice[]): Heard => {
    const heard = rowsWhere(rows.length, (at) => choices.every(({ errors }) => Number.isFinite(errors[at])));
    const own = heard.map((at) => rows[at] ?? 0);
    const means = choices.map(({ errors }, k) => {
      const mean = gatherRows(learning.targets[targets[k] ?? 0] ?? errors, 1, own);
      for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (errors[heard[i] ?? 0] ?? 0);
      return mean;
    });
    const said = choices.map(({ variances, disagreement }) => ({
      variance: gatherRows(variances, 1, heard),
      disagreement: gatherRows(disagreement, 1, heard),
    }));
    const mean = means[0] ?? new Float64Array(own.length);
    return { rows: own, means, said, setting: { inputs: inputsAt(learning, own), count: own.length, mean } };
  };

  /** Crowds of outputs share their targets. */
  const known = new Map<Int32Array, Heard>();
  return ({ model, learnt }, choices) => {
    const heard = known.get(model.targets) ?? hear(model.targets, choices);
    known.set(model.targets, heard);
    const predicted = assemble(model, heard.means, heard.rows.length);
    const errors = gatherRows(learnt, model.size, heard.rows);
    for (let at = 0; at < errors.length; at++) errors[at] = (errors[at] ?? 0) - (predicted[at] ?? 0);
    addRemainder(errors, model, learnt, heard.rows);
    const { deviation, variances } = fitDeviation(model, errors, heard.said, heard.setting);
    const scores = errors.map((error, at) => error / Math.sqrt(variances[at] ?? 1));
    return { deviation, bounds: boundsOf(scores, model.size) };
  };
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
