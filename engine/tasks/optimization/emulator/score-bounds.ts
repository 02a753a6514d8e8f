/** Between which values a score lies, from the bounds of the outputs that it reads. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { ScoreOf } from "./goals.ts";

/** An output's mean, and where 95% of its values lie. */
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

/** Places between the mean and a bound at which the score is evaluated: of a target it is best somewhere between. */
const SHARES = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1] as const;

export const meansOf = (values: BoundedValues): SimulationOutputs =>
  Object.fromEntries(Object.entries(values).map(([name, { mean }]) => [name, mean]));

/**
 * Outputs err independently of each other, the values of a curve all together: what the score loses by each output's own
 * error is combined as errors are, by the root of the sum of squares. Exact for one output that the score rises or falls with,
 * and for sums of several. Where an error makes the score undefined there is no lower bound.
 */
export function scoreBounds(score: ScoreOf, inputs: SimulationInputs, values: BoundedValues): ScoreBounds {
  const outputs = meansOf(values);
  const middle = score(inputs, outputs);
  let below = 0;
  let above = 0;
  for (const [name, value] of Object.entries(values)) {
    let [lowest, highest] = [middle, middle];
    for (const share of SHARES) {
      const moved = score(inputs, { ...outputs, [name]: at(value, share) });
      const own = Number.isNaN(moved) ? Number.NEGATIVE_INFINITY : moved;
      lowest = Math.min(lowest, own);
      highest = Math.max(highest, own);
    }
    below += (middle - lowest) ** 2;
    above += (highest - middle) ** 2;
  }
  return { lower: middle - Math.sqrt(below), upper: middle + Math.sqrt(above) };
}

function at({ mean, lower, upper }: BoundedValue, share: number): number | number[] {
  const end = share < 0 ? lower : upper;
  const between = (from: number, to: number) => from + Math.abs(share) * (to - from);
  if (typeof mean === "number") return between(mean, Number(end));
  return mean.map((value, i) => between(value, typeof end === "object" ? end[i] : end));
}
