/** The density when the outputs themselves are uncertain: what is sampled where an emulator's own uncertainty counts. */

import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { REACH_95 } from "../../../math/normal.ts";
import type { GoalFunction } from "./goals.ts";
import { type BoundedValue, type BoundedValues, takeMeans } from "./score-bounds.ts";

/**
 * The distance of the quadrature nodes in standard deviations of an output: fine enough for densities a fifth as
 * wide, and the nodes contain all but 1e-4 of the distribution.
 */
const NODE_DISTANCE = 0.25;
const QUADRATURE_NODES = Array.from({ length: 33 }, (_, at) => (at - 16) * NODE_DISTANCE);
const LOG_WEIGHTS = (() => {
  const weights = QUADRATURE_NODES.map((z) => Math.exp((-z * z) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.log(weight / sum));
})();

/**
 * Computes log E exp(score), where each output is normally distributed about its prediction, independently of the others, and the values of
 * a curve move together. The factor E exp(change of the score by one output alone) is integrated separately for each output. That is exact
 * for one output and for scores that are sums over outputs, as log likelihoods are.
 * @param score the logarithm of the density, as a function of the outputs
 * @param inputs the design
 * @param values the predictions with their 95% bounds, by output
 * @returns NaN where the score of the mean prediction does not exist
 */
export function logMeanDensity(score: GoalFunction, inputs: SimulationInputs, values: BoundedValues): number {
  const outputs = takeMeans(values);
  const middle = score(inputs, outputs);
  if (!Number.isFinite(middle)) return middle;
  return Object.entries(values).reduce(
    (sum, [name, value]) => sum + computeLogMean(score, inputs, { outputs, name, value, middle }),
    middle,
  );
}

type Moved = { outputs: SimulationOutputs; name: string; value: BoundedValue; middle: number };

function computeLogMean(
  score: GoalFunction,
  inputs: SimulationInputs,
  { outputs, name, value, middle }: Moved,
): number {
  const terms = QUADRATURE_NODES.map((z, at) => {
    const moved = z === 0 ? middle : score(inputs, { ...outputs, [name]: movedValue(value, z) });
    return LOG_WEIGHTS[at] + (Number.isNaN(moved) ? Number.NEGATIVE_INFINITY : moved - middle);
  });
  const largest = Math.max(...terms);
  if (!Number.isFinite(largest)) return largest;
  return largest + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - largest), 0));
}

/**
 * Moves an output away from its mean. The bounds of the prediction hold the middle 95%.
 * @param value the prediction with its bounds
 * @param z standard deviations from the mean
 * @returns a number, or a number for each point of a curve
 */
export function movedValue({ mean, lower, upper }: BoundedValue, z: number): number | number[] {
  const end = z < 0 ? lower : upper;
  const share = Math.abs(z) / REACH_95;
  if (typeof mean === "number") return mean + share * (Number(end) - mean);
  return mean.map(
    (component, i) => component + share * ((typeof end === "object" ? end[i] : end) - component),
  );
}
