import type { GaussianFit } from "./gaussian-fit.ts";
import type { Rows } from "./model/rows.ts";

/** Standard deviation below which standardised targets are constant. */
const MIN_DEVIATION = 1e-9;
const MIN_VARIANCE = MIN_DEVIATION ** 2;

/** True when only the mean of the targets can be fitted: with fewer than 3 rows, or where the targets hardly vary. */
export function isNearlyConstant(rows: Rows): boolean {
  return rows.count < 3 || standardDeviation(rows.targets) < MIN_DEVIATION;
}

/** A process that predicts the mean of the targets, with their variance. */
export function constantModel(rows: Rows): GaussianFit {
  const { targets, total, scatter, mergedRow } = rows;
  const width = rows.inputs.rows;
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  const variance = MIN_VARIANCE + standardDeviation(targets) ** 2 + scatter / total;
  return {
    model: {
      family: "squared-exponential",
      count: 1,
      width,
      inputs: new Float64Array(width),
      discontinuities: new Float64Array(0),
      inputWarps: new Float64Array(2 * width),
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
    heldOut: {
      mean: new Float64Array(mergedRow.length).fill(mean),
      variance: new Float64Array(mergedRow.length).fill(variance),
    },
  };
}

function standardDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
