/** Several targets as one: at every row a sum of all of them with random signs, whose squared error is that of all, on average. */
import type { Random } from "../../math/random.ts";
import type { NetworkTask } from "./network-task.ts";

export interface WeightedSums {
  /** features x count, unit-major */
  inputs: Float64Array;
  /** targets x count, unit-major */
  weights: Float64Array;
  /** One a row. */
  sums: Float64Array;
}

/**
 * As Hutchinson (1990), "A stochastic estimator of the trace of the influence matrix", estimates traces: so a step on all targets
 * costs no more than on one.
 *
 * @param count of rows, drawn evenly from those of the task, which may be fewer.
 */
export function weightedSums(
  { rows, targetWeights, rowWeights }: NetworkTask,
  count: number,
  random: Random,
): WeightedSums {
  const { encoded, targets, count: all } = rows;
  const features = encoded.length / all;
  const inputs = new Float64Array(features * count);
  const weights = new Float64Array(targets.length * count);
  const sums = new Float64Array(count);
  let order = random.permutation(all);
  for (let i = 0; i < count; i++) {
    if (i > 0 && i % all === 0) order = random.permutation(all);
    const row = order[i % all];
    for (let k = 0; k < features; k++) inputs[k * count + i] = encoded[k * all + row];
    targets.forEach((values, k) => {
      const sign = targets.length > 1 && random.uniform() < 0.5 ? -1 : 1;
      const weight = sign * rowWeights[row] * targetWeights[k];
      weights[k * count + i] = weight;
      sums[i] += weight * values[row];
    });
  }
  return { inputs, weights, sums };
}
