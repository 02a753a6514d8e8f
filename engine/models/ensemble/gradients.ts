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
  gradients: EnsembleGradients;
}

/** The derivatives of each part of a prediction by the features: features x points. */
type EnsembleGradients = Record<keyof EnsemblePrediction, Matrix>;

/** Points, and the predictions made of them so far. */
export interface GradientCache {
  /** features x points, standardised. */
  inputs: Matrix;
  /** To the training rows, as an output's models see them. */
  distancesFor: (output: Pick<EnsembleOutputParts, "extrapolationModel">) => DataDistancesWithGradients;
  byModel: Map<number, TargetPredictionWithGradients[]>;
  byTarget: Map<number, EnsemblePredictionWithGradients>;
}

export function createGradientCache(points: Pick<GradientCache, "inputs" | "distancesFor">): GradientCache {
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
    const predictions = cache.byModel.get(model) ?? evaluators[model]?.(cache.inputs) ?? [];
    cache.byModel.set(model, predictions);
    return predictions[output] ?? zeroPrediction(cache.inputs);
  };

  return (target, cache) => {
    const cached = cache.byTarget.get(target);
    if (cached !== undefined) return cached;
    const members = (targets[target]?.members ?? []).map(({ models: memberModels, outputs, ...member }) => ({
      ...member,
      predictions: Array.from(memberModels, (model, at) => modelPrediction(model, outputs[at], cache)),
    }));
    const { inputs } = cache;
    const combined = { ...combine(members, inputs.columns), gradients: combineGradients(members, inputs) };
    cache.byTarget.set(target, combined);
    return combined;
  };
}

/** Evaluates all outputs of a model at encoded points: features x points, standardised. */
type Evaluator = (inputs: Matrix) => TargetPredictionWithGradients[];

/** Created when it is first called. */
function createGradientEvaluator(fitted: FittedModel): Evaluator {
  switch (fitted.family) {
    case "gaussian-process": {
      let process: ReturnType<typeof createGaussianGradients> | null = null;
      return (inputs) => {
        process ??= createGaussianGradients(fitted.model);
        return [process(inputs)];
      };
    }
    case "network":
      return ({ values: encoded, rows, columns }) => {
        const { values, gradients } = networkGradients(fitted.model, encoded, rows, columns);
        const outputs = new Matrix(gradients.length, columns, values);
        return gradients.map((meanGradients, output) => ({
          mean: outputs.row(output),
          variance: new Float64Array(columns),
          meanGradients: new Matrix(rows, columns, meanGradients),
          varianceGradients: null,
        }));
      };
    case "polynomial":
      return (inputs) =>
        polynomialGradients(fitted.model, inputs).map(({ values, gradients }) => ({
          mean: values,
          variance: new Float64Array(inputs.columns),
          meanGradients: gradients,
          varianceGradients: null,
        }));
  }
}

function zeroPrediction({ rows, columns }: Matrix): TargetPredictionWithGradients {
  return {
    mean: new Float64Array(columns),
    variance: new Float64Array(columns),
    meanGradients: new Matrix(rows, columns),
    varianceGradients: null,
  };
}

type MemberPredictions = Omit<EnsembleMember, "models" | "outputs"> & {
  predictions: TargetPredictionWithGradients[];
};

/** Computes the derivatives of what `combine` computes. */
function combineGradients(
  members: readonly MemberPredictions[],
  { rows, columns }: Matrix,
): EnsembleGradients {
  const blank = (): Matrix => new Matrix(rows, columns);
  const gradients: EnsembleGradients = {
    mean: blank(),
    variance: blank(),
    disagreement: blank(),
    foldVariance: blank(),
  };
  for (const { weight, varianceWeight, predictions, foldWeights } of members) {
    predictions.forEach(({ meanGradients, varianceGradients }, at) => {
      if (weight > 0) addTimes(gradients.mean.values, weight * foldWeights[at], meanGradients.values);
      if (varianceGradients !== null && varianceWeight > 0)
        addTimes(gradients.variance.values, varianceWeight / predictions.length, varianceGradients.values);
    });
  }
  addSpreadGradients(members, gradients);
  return gradients;
}

/** Adds the derivatives of the disagreement and of the variance between the folds. */
function addSpreadGradients(
  members: readonly MemberPredictions[],
  { disagreement, foldVariance }: EnsembleGradients,
): void {
  const folds = Math.max(1, ...members.map(({ predictions }) => predictions.length));
  const sums = new Float64Array(folds);
  const foldPrediction = ({ predictions }: MemberPredictions, fold: number) =>
    predictions[fold % predictions.length];
  for (let point = 0; point < disagreement.columns; point++) {
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
        for (let at = point; at < disagreement.values.length; at += disagreement.columns) {
          const slope = prediction.meanGradients.values[at];
          disagreement.values[at] += byDisagreement * slope;
          foldVariance.values[at] += byFoldVariance * slope;
        }
      }
    }
  }
}
