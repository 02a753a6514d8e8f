import type { GaussianFit } from "./fit.ts";
import type { Rows } from "./rows.ts";

/** Deviation below which standardised targets count as one number. */
const LEAST_DEVIATION = 1e-9;
const LEAST_VARIANCE = LEAST_DEVIATION ** 2;

/** Whether there is nothing to learn but the mean of the targets. */
export function hardlyVaries(rows: Rows): boolean {
  return rows.count < 3 || deviationOf(rows.targets) < LEAST_DEVIATION;
}

/** A process that knows the mean of the targets, and how far they are from it. */
export function constantModel(rows: Rows): GaussianFit {
  const { width, targets, total, scatter, places } = rows;
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  const variance = LEAST_VARIANCE + deviationOf(targets) ** 2 + scatter / total;
  return {
    model: {
      family: "squared-exponential",
      count: 1,
      width,
      inputs: new Float64Array(width),
      breaks: new Float64Array(0),
      bends: new Float64Array(2 * width),
      inverseLengths: new Float64Array(width),
      strengths: new Float64Array(width),
      componentInverseLengths: new Float64Array(width),
      factors: new Float64Array(0),
      signalVariance: variance,
      noise: 1,
      weights: new Float64Array(1),
      terms: Int32Array.of(-1, -1),
      coefficients: Float64Array.of(mean),
      anchors: new Int32Array(0),
      explained: new Float64Array(0),
      unexplainedShare: 0,
      uncertain: new Float64Array(0),
      trendWeights: new Float64Array(0),
      trendRoot: new Float64Array(1),
    },
    keptOut: {
      mean: new Float64Array(places.length).fill(mean),
      variance: new Float64Array(places.length).fill(variance),
    },
  };
}

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
