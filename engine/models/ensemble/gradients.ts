/** The ensemble predictor of every target with the derivatives of its predictions by the features. */

import { Matrix } from "../../math/matrix.ts";
import type { DataDistancesWithGradients } from "../extrapolation/data-distance.ts";
import type { FittedModel } from "../fit-task.ts";
import { createGaussianGradients } from "../gaussian-process/gradients.ts";
import { networkGradients } from "../network/gradients.ts";
import { polynomialGradients } from "../polynomial/gradients.ts";
import type { TargetPredictionWithGradients } from "../values-and-gradients.ts";
import type { EnsembleOutputParts } from "./parts.ts";
import {
  addTimes,
  combine,
  type EnsembleMember,
  type EnsemblePrediction,
  type TargetEnsemble,
} from "./predictor.ts";

export interface EnsemblePredictionWithGradients extends EnsemblePrediction {
  /** Derivatives of each by the features: features x count. */
  gradients: EnsemblePrediction;
}

/** Points (features x count, feature-major), and the predictions made of them so far. */
export interface GradientCache {
  inputs: Float64Array;
  width: number;
  count: number;
  /** To the training rows, as an output's models see them. */
  distancesFor: (output: Pick<EnsembleOutputParts, "extrapolationModel">) => DataDistancesWithGradients;
  byModel: Map<number, TargetPredictionWithGradients[]>;
  byTarget: Map<number, EnsemblePredictionWithGradients>;
}

export function createGradientCache(
  points: Pick<GradientCache, "inputs" | "width" | "count" | "distancesFor">,
): GradientCache {
  return { ...points, byModel: new Map(), byTarget: new Map() };
}

/** The predictions of one target. */
export type EnsembleGradientPredictor = (
  target: number,
  cache: GradientCache,
) => EnsemblePredictionWithGradients;

/** Creates the predictor of the targets' ensembles with the derivatives by the features. */
export function createEnsembleGradientPredictor(
  models: readonly FittedModel[],
  targets: readonly TargetEnsemble[],
): EnsembleGradientPredictor {
  const evaluators = models.map(createGradientEvaluator);

  const modelPrediction = (
    model: number,
    output: number,
    cache: GradientCache,
  ): TargetPredictionWithGradients => {
    const predictions = cache.byModel.get(model) ?? evaluators[model]?.(cache) ?? [];
    cache.byModel.set(model, predictions);
    return predictions[output] ?? zeroPrediction(cache);
  };

  return (target, cache) => {
    const cached = cache.byTarget.get(target);
    if (cached !== undefined) return cached;
    const members = (targets[target]?.members ?? []).map(({ models: memberModels, outputs, ...member }) => ({
      ...member,
      predictions: Array.from(memberModels, (model, at) => modelPrediction(model, outputs[at], cache)),
    }));
    const combined = { ...combine(members, cache.count), gradients: combineGradients(members, cache) };
    cache.byTarget.set(target, combined);
    return combined;
  };
}

type Evaluator = (
  points: Pick<GradientCache, "inputs" | "width" | "count">,
) => TargetPredictionWithGradients[];

/** Created when it is first called. */
function createGradientEvaluator(fitted: FittedModel): Evaluator {
  switch (fitted.family) {
    case "gaussian-process": {
      let process: ReturnType<typeof createGaussianGradients> | null = null;
      return ({ inputs, width, count }) => {
        process ??= createGaussianGradients(fitted.model);
        return [process(new Matrix(width, count, inputs))];
      };
    }
    case "network":
      return ({ inputs, width, count }) => {
        const { values, gradients } = networkGradients(fitted.model, inputs, width, count);
        return gradients.map((meanGradients, output) => ({
          mean: values.subarray(output * count, (output + 1) * count),
          variance: new Float64Array(count),
          meanGradients,
          varianceGradients: null,
        }));
      };
    case "polynomial":
      return ({ inputs, count }) =>
        polynomialGradients(fitted.model, inputs, count).map(({ values, gradients }) => ({
          mean: values,
          variance: new Float64Array(count),
          meanGradients: gradients,
          varianceGradients: null,
        }));
  }
}

function zeroPrediction({ width, count }: GradientCache): TargetPredictionWithGradients {
  return {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    meanGradients: new Float64Array(width * count),
    varianceGradients: null,
  };
}

type MemberPredictions = Omit<EnsembleMember, "models" | "outputs"> & {
  predictions: TargetPredictionWithGradients[];
};

/** Derivatives of what `combine` computes. */
function combineGradients(
  members: readonly MemberPredictions[],
  { width, count }: GradientCache,
): EnsemblePrediction {
  const blank = (): Float64Array => new Float64Array(width * count);
  const gradients: EnsemblePrediction = {
    mean: blank(),
    variance: blank(),
    disagreement: blank(),
    foldVariance: blank(),
  };
  for (const { weight, varianceWeight, predictions, foldWeights } of members) {
    predictions.forEach(({ meanGradients, varianceGradients }, at) => {
      if (weight > 0) addTimes(gradients.mean, weight * foldWeights[at], meanGradients);
      if (varianceGradients !== null && varianceWeight > 0)
        addTimes(gradients.variance, varianceWeight / predictions.length, varianceGradients);
    });
  }
  addSpreadGradients(members, count, gradients);
  return gradients;
}

/** Adds the derivatives of the disagreement and of the variance between the folds. */
function addSpreadGradients(
  members: readonly MemberPredictions[],
  count: number,
  gradients: EnsemblePrediction,
): void {
  const folds = Math.max(1, ...members.map(({ predictions }) => predictions.length));
  const sums = new Float64Array(folds);
  const foldPrediction = ({ predictions }: MemberPredictions, fold: number) =>
    predictions[fold % predictions.length];
  for (let point = 0; point < count; point++) {
    const middles = new Float64Array(folds);
    sums.fill(0);
    for (const member of members) {
      for (let fold = 0; fold < folds; fold++) {
        const value = foldPrediction(member, fold)?.mean[point] ?? 0;
        sums[fold] += member.weight * value;
        middles[fold] += member.disagreementWeight * value;
      }
    }
    const mean = sums.reduce((total, sum) => total + sum, 0) / folds;
    for (const member of members) {
      for (let fold = 0; fold < folds; fold++) {
        const prediction = foldPrediction(member, fold);
        if (prediction === undefined) continue;
        // The middle changes too, but the differences from it sum to 0.
        const difference = prediction.mean[point] - middles[fold];
        const byDisagreement = (2 * member.disagreementWeight * difference) / folds;
        const byFoldVariance = folds > 1 ? (2 * member.weight * (sums[fold] - mean)) / (folds - 1) : 0;
        for (let at = point; at < gradients.mean.length; at += count) {
          const slope = prediction.meanGradients[at];
          gradients.disagreement[at] += byDisagreement * slope;
          gradients.foldVariance[at] += byFoldVariance * slope;
        }
      }
    }
  }
}
