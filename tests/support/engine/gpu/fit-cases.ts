/** A small fit by mini-batches. */
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { NetworkFitTask, TrainingData } from "@understudy/engine/models/fit-task.ts";
import { createFolds } from "@understudy/engine/training/fit/folds.ts";
import { shared } from "@understudy/engine/training/fit/shared-arrays.ts";

const ROW_COUNT = 400;
export const STEP_COUNT = 120;

export function createFitData(): TrainingData {
  const random = createRandom(1);
  const values = shared(Float64Array.from({ length: 2 * ROW_COUNT }, () => random.normal()));
  const inputs = new Matrix(2, ROW_COUNT, values);
  const target = inputs.row(0).map((value) => Math.sin(2 * value));
  const folds = createFolds(inputs, createRandom(2));
  return {
    inputs,
    targets: [shared(target)],
    sources: Int32Array.of(0, 1),
    ...folds,
  };
}

export const createFitTask = (seed: number): NetworkFitTask => ({
  family: "network",
  method: "mini-batch",
  candidate: "network",
  targets: [0],
  fold: 0,
  seed,
  shape: { inputs: 2, hidden: [16, 16], outputs: 1, activation: "silu" },
  features: [0, 1],
  steps: STEP_COUNT,
  learningRate: 1e-2,
});
