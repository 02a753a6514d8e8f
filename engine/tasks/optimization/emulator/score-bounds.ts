/** The interval of a score that follows from the bounds of the outputs that it reads. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { GoalFunction } from "./goals.ts";

/** The mean of an output and the bounds of its 95% interval. */
export interface BoundedValue {
  mean: number | number[];
  lower: number | number[];
  upper: number | number[];
}
export type BoundedValues = Readonly<Record<string, BoundedValue>>;

export interface ScoreBounds {
  lower: number;
  upper: number;
}

/**
 * The shares of the way between the mean and a bound at which the score is evaluated: a score with a target is best
 * somewhere between.
 */
const PROBED_SHARES = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1] as const;

export const takeMeans = (values: BoundedValues): SimulationOutputs =>
  Object.fromEntries(Object.entries(values).map(([name, { mean }]) => [name, mean]));

/**
 * Computes the interval of a score. Outputs err independently of each other, the values of a curve all together; the
 * losses by each output's error are combined by the root of the sum of squares. This is exact for one output on which
 * the score depends monotonically, and for sums of several. Where an error makes the score undefined, the lower bound
 * is minus infinity.
 */
export function computeScoreBounds(
  score: GoalFunction,
  inputs: SimulationInputs,
  values: BoundedValues,
): ScoreBounds {
  const outputs = takeMeans(values);
  const middle = score(inputs, outputs);
  let below = 0;
  let above = 0;
  for (const [name, value] of Object.entries(values)) {
    let [lowest, highest] = [middle, middle];
    for (const share of PROBED_SHARES) {
      const moved = score(inputs, { ...outputs, [name]: shiftOutput(value, share) });
      const movedScore = Number.isNaN(moved) ? Number.NEGATIVE_INFINITY : moved;
      lowest = Math.min(lowest, movedScore);
      highest = Math.max(highest, movedScore);
    }
    below += (middle - lowest) ** 2;
    above += (highest - middle) ** 2;
  }
  return { lower: middle - Math.sqrt(below), upper: middle + Math.sqrt(above) };
}

function shiftOutput({ mean, lower, upper }: BoundedValue, share: number): number | number[] {
  const end = share < 0 ? lower : upper;
  const interpolate = (from: number, to: number) => from + Math.abs(share) * (to - from);
  if (typeof mean === "number") return interpolate(mean, Number(end));
  return mean.map((value, i) => interpolate(value, typeof end === "object" ? end[i] : end));
}
