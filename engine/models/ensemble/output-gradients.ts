/** Predictions of one output in its own unit, and their derivatives by the emulator's inputs. */
import { encodingDerivative, type Feature } from "../../dataset/columns.ts";
import { finite } from "../../dataset/scaling.ts";
import type { Matrix } from "../../math/matrix.ts";
import { REACH_95 } from "../../math/normal.ts";
import type { EmulatorInput, PredictionWithGradients } from "../emulator.ts";
import { assemble, boundToOutput, boundToOutputDerivative, heldMean, isHeld } from "../targets.ts";
import { drawnMeanDerivatives, drawnMeans } from "./drawn-means.ts";
import { computeVariances, MIN_VARIANCE, varianceOverTargets } from "./error-model.ts";
import {
  extrapolationVariance,
  extrapolationVarianceGradients,
  varianceGrowth,
  varianceGrowthGradients,
} from "./extrapolation-variance.ts";
import type {
  EnsembleGradientPredictor,
  EnsemblePredictionWithGradients,
  GradientCache,
} from "./gradients.ts";
import { logVarianceFactorGradients, logVarianceFactors } from "./heteroscedasticity.ts";
import type { EnsembleOutputParts } from "./parts.ts";
import type { TargetEnsemble } from "./predictor.ts";

export interface GradientParts {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  targets: readonly TargetEnsemble[];
}

/**
 * The moments of every standardised component, count x size: mean, calibrated variance, and that of extrapolation.
 */
interface Moments {
  means: Float64Array;
  variances: Float64Array;
  extrapolation: Float64Array;
}

interface Standardised extends Moments {
  /** Derivatives by each feature. */
  gradients: Moments[];
}

/**
 * Predicts one output with its derivatives.
 * @param points those of the cache before they were encoded: points x inputs
 */
export function predictOutputWithGradients(
  output: EnsembleOutputParts,
  { inputs, features, targets }: GradientParts,
  predictor: EnsembleGradientPredictor,
  cache: GradientCache,
  points: Matrix,
): PredictionWithGradients {
  const { gradients, ...moments } = standardisedGradients(output, targets, predictor, cache);
  const { means, variances, extrapolation } = moments;
  const prediction = blankWithGradients(means.length, inputs);
  const ends = [
    { value: prediction.mean, gradients: prediction.gradients.mean, side: 0, reach: null },
    { value: prediction.lower, gradients: prediction.gradients.lower, side: -1, reach: output.below },
    { value: prediction.upper, gradients: prediction.gradients.upper, side: 1, reach: output.above },
  ];
  for (let at = 0; at < means.length; at++) {
    const component = at % output.size;
    const point = Math.floor(at / output.size);
    const middle = heldMean(output, means[at]);
    const meanSlope = isHeld(output, means[at]) ? 0 : 1;
    for (const { reach, side, ...end } of ends) {
      const calibrated = (reach?.[component] ?? 0) ** 2;
      const square = calibrated * variances[at] + REACH_95 ** 2 * extrapolation[at];
      const bound = middle + side * Math.sqrt(square);
      end.value[at] = boundToOutput(output, component, bound);
      const outer = boundToOutputDerivative(output, component, bound);
      if (outer === 0) continue;
      features.forEach((feature, index) => {
        if (feature.kind === "level") return;
        const featureGradients = gradients[index];
        const bySquare =
          calibrated * (featureGradients?.variances[at] ?? 0) +
          REACH_95 ** 2 * (featureGradients?.extrapolation[at] ?? 0);
        const inner =
          meanSlope * (featureGradients?.means[at] ?? 0) +
          (square > 0 ? (side * bySquare) / (2 * Math.sqrt(square)) : 0);
        const slope = outer * inner * encodingDerivative(feature, points.at(point, feature.input));
        end.gradients[at * inputs.length + feature.input] = finite(slope);
      });
    }
  }
  return prediction;
}

/** Zeros to be filled in; derivatives by a category are not a number from the start. */
export function blankWithGradients(
  length: number,
  inputs: readonly EmulatorInput[],
): PredictionWithGradients {
  const gradients = (): Float64Array =>
    Float64Array.from({ length: length * inputs.length }, (_, at) =>
      inputs[at % inputs.length]?.kind === "categorical" ? Number.NaN : 0,
    );
  return {
    mean: new Float64Array(length),
    lower: new Float64Array(length),
    upper: new Float64Array(length),
    gradients: { mean: gradients(), lower: gradients(), upper: gradients() },
  };
}

function standardisedGradients(
  output: EnsembleOutputParts,
  targets: readonly TargetEnsemble[],
  predictor: EnsembleGradientPredictor,
  cache: GradientCache,
): Standardised {
  const { inputs } = cache;
  const { rows: width, columns: count } = inputs;
  const distances = cache.distancesFor(output);
  const { errorModel, size } = output;
  const targetPredictions = Array.from(output.targets, (target) => predictor(target, cache));
  const typical = Array.from(output.targets, (target) => targets[target]?.typicalFoldVariance ?? 0);
  const excess = targetPredictions.map(({ foldVariance }, at) =>
    foldVariance.map((value) => Math.max(0, value - typical[at])),
  );
  const mean = targetPredictions[0]?.mean ?? new Float64Array(count);
  const covariates = { inputs, mean };
  const logs = logVarianceFactors(errorModel.heteroscedasticity, covariates);
  const variances = computeVariances(output, errorModel, targetPredictions, excess, logs);
  const means = assemble(
    output,
    targetPredictions.map((targetPrediction) => targetPrediction.mean),
    count,
  );
  const growth = varianceGrowth(output, means, distances.distances);
  const gradients = Array.from({ length: width }, (_, feature) => {
    const targetVarianceGradients = targetPredictions.map((targetPrediction, at) =>
      computeVarianceGradients(targetPrediction, feature, typical[at], output),
    );
    const spreads = varianceOverTargets(output, targetVarianceGradients, count);
    const byLogs = logVarianceFactorGradients(
      errorModel.heteroscedasticity,
      covariates,
      feature,
      targetPredictions[0]?.gradients.mean.row(feature) ?? new Float64Array(0),
    );
    const targetMeanGradients = targetPredictions.map(({ gradients: { mean: byFeature } }) =>
      byFeature.row(feature),
    );
    const ofMeans = assemble(output, targetMeanGradients, count);
    const ofGrowth = varianceGrowthGradients(output, means, ofMeans, distances, feature);
    const ofVariances = spreads.map((slope, at) => {
      const row = Math.floor(at / size);
      const byFactor = (variances[at] - MIN_VARIANCE) * byLogs[row];
      return growth[at] * (slope * Math.exp(logs[row]) + byFactor) + variances[at] * ofGrowth[at];
    });
    return {
      means: ofMeans,
      variances: ofVariances,
      extrapolation: extrapolationVarianceGradients(output, means, ofMeans, distances, feature),
    };
  });
  const drawn = Array.from(means, (mean, at) =>
    drawnMeanDerivatives(output, mean, distances.distances[Math.floor(at / size)]),
  );
  gradients.forEach((gradient, feature) => {
    const byFeature = distances.gradients.row(feature);
    gradient.means = gradient.means.map(
      (slope, at) => drawn[at].byMean * slope + drawn[at].byDistance * byFeature[Math.floor(at / size)],
    );
  });
  return {
    means: drawnMeans(output, means, distances.distances),
    variances: variances.map((variance, at) => variance * growth[at]),
    extrapolation: extrapolationVariance(output, means, distances.distances),
    gradients,
  };
}

/**
 * Computes the derivatives by one feature of the variance that a target contributes before the factor of
 * heteroscedasticity.
 */
function computeVarianceGradients(
  { foldVariance, gradients }: EnsemblePredictionWithGradients,
  feature: number,
  typical: number,
  { errorModel }: EnsembleOutputParts,
): Float64Array {
  const variance = gradients.variance.row(feature);
  const disagreement = gradients.disagreement.row(feature);
  const between = gradients.foldVariance.row(feature);
  return foldVariance.map((value, i) => {
    const excess = value > typical ? between[i] : 0;
    return excess + errorModel.varianceScale * variance[i] + errorModel.disagreementScale * disagreement[i];
  });
}
