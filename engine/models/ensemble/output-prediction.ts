/** Predictions of one output: from those of its targets to the mean and the 95% bounds in its own unit. */
import { REACH_95 } from "../../math/normal.ts";
import type { OutputPrediction } from "../emulator.ts";
import { assemble, boundToOutput, heldMean, type OutputModel, toOutput } from "../targets.ts";
import { computeVariances } from "./error-model.ts";
import { varianceGrowth } from "./extrapolation-variance.ts";
import { logVarianceFactors } from "./heteroscedasticity.ts";
import type { EnsembleOutputParts } from "./parts.ts";
import type { EnsemblePredictor, PredictionCache, TargetEnsemble } from "./predictor.ts";

/** Mean and variance of every standardised component, count x size. */
export function standardised(
  output: OutputModel & Pick<EnsembleOutputParts, "errorModel" | "extrapolationModel">,
  targets: readonly TargetEnsemble[],
  predictor: EnsemblePredictor,
  cache: PredictionCache,
  distances: Float64Array,
): { means: Float64Array; variances: Float64Array } {
  const { inputs } = cache;
  const targetPredictions = Array.from(output.targets, (target) => predictor.predict(target, cache));
  const means = targetPredictions.map(({ mean }) => mean);
  const excess = targetPredictions.map(({ foldVariance }, at) => {
    const typical = targets[output.targets[at]]?.typicalFoldVariance ?? 0;
    return foldVariance.map((value) => Math.max(0, value - typical));
  });
  const mean = means[0] ?? new Float64Array(inputs.columns);
  const logs = logVarianceFactors(output.errorModel.heteroscedasticity, { inputs, mean });
  const assembled = assemble(output, means, inputs.columns);
  const growth = varianceGrowth(output, assembled, distances);
  const variances = computeVariances(output, output.errorModel, targetPredictions, excess, logs);
  return {
    means: assembled,
    variances: variances.map((variance, at) => variance * growth[at]),
  };
}

/**
 * In the output's own unit, with the 95% bounds.
 * @param extrapolation the variance by `extrapolationVariance`, whose bounds are not calibrated.
 * @param factor of all half widths: that of the joint band, or 1.
 */
export function inOwnUnit(
  output: OutputModel & Pick<EnsembleOutputParts, "below" | "above">,
  means: Float64Array,
  variances: Float64Array,
  extrapolation: Float64Array,
  factor = 1,
): OutputPrediction {
  const prediction = blankPrediction(means.length);
  for (let at = 0; at < means.length; at++) {
    const component = at % output.size;
    const middle = heldMean(output, means[at]);
    const deviation = Math.sqrt(variances[at]);
    let below = output.below[component] * deviation;
    let above = output.above[component] * deviation;
    // Most values are near the rows, and `hypot` is slow.
    if (extrapolation[at] !== 0) {
      const outside = REACH_95 * Math.sqrt(extrapolation[at]);
      below = Math.hypot(below, outside);
      above = Math.hypot(above, outside);
    }
    prediction.mean[at] = toOutput(output, component, middle);
    prediction.lower[at] = boundToOutput(output, component, middle - factor * below);
    prediction.upper[at] = boundToOutput(output, component, middle + factor * above);
  }
  return prediction;
}

/** Zeros to be filled in. */
export function blankPrediction(length: number): OutputPrediction {
  return { mean: new Float64Array(length), lower: new Float64Array(length), upper: new Float64Array(length) };
}
