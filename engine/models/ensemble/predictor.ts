/** The ensemble predictor: the members of every target and how their predictions are combined. */
import type { Matrix } from "../../math/matrix.ts";
import type { FittedModel, TargetPrediction } from "../fit-task.ts";
import { type Evaluator, evaluatorCache } from "./evaluators.ts";

export interface EnsembleMember {
  /** In the mean. The rest of a target's weights to 1 is that of the mean of the rows, which is 0. */
  weight: number;
  /** In the disagreement; a target's sum to 1, or all are 0. */
  disagreementWeight: number;
  /** In the variance; a target's sum to 1, or all are 0. */
  varianceWeight: number;
  /** Indices of the fold models and, of each, its output: one, or one a fold. */
  models: Int32Array;
  outputs: Int32Array;
  /** The weights of the models; they sum to 1. */
  foldWeights: Float64Array;
}

export interface TargetEnsemble {
  members: readonly EnsembleMember[];
  /** The variance between the fold models' predictions that is typical near the training rows. */
  typicalFoldVariance: number;
}

/** Predictions of one target at some points, standardised. */
export interface EnsemblePrediction {
  mean: Float64Array;
  /** The predictive variance of the members that predict one. */
  variance: Float64Array;
  /** Weighted variance between the members. */
  disagreement: Float64Array;
  /** Variance between the folds. */
  foldVariance: Float64Array;
}

/** Points, and the predictions made of them so far. */
export interface PredictionCache {
  /** features x points, standardised. */
  inputs: Matrix;
  /** The predictions of single models, and of the targets' ensembles. */
  byModel: Map<number, TargetPrediction[]>;
  byTarget: Map<number, EnsemblePrediction>;
}

export function createPredictionCache(inputs: Matrix): PredictionCache {
  return { inputs, byModel: new Map(), byTarget: new Map() };
}

export interface EnsemblePredictor {
  predict(target: number, cache: PredictionCache): EnsemblePrediction;
  /** The mean alone. @param inputs features x points, standardised @param byModel caches the models' means */
  meansOf(target: number, inputs: Matrix, byModel: Map<number, Float64Array[]>): Float64Array;
}

/** @param needsVariance whether a model's variance is used: it takes many times as long as the mean */
export function createEnsemblePredictor(
  models: readonly FittedModel[],
  targets: readonly TargetEnsemble[],
  needsVariance: (model: number) => boolean = () => true,
): EnsemblePredictor {
  const findEvaluator = evaluatorCache();
  const membersByTarget = targets.map(({ members }) => members.map(toListedMember));

  const modelPrediction = (model: number, output: number, cache: PredictionCache): TargetPrediction => {
    const { inputs, byModel } = cache;
    let predictions = byModel.get(model);
    const fitted = models[model];
    if (predictions === undefined && fitted !== undefined) {
      predictions = evaluate(findEvaluator(fitted), needsVariance(model), inputs);
      byModel.set(model, predictions);
    }
    const zeros = () => new Float64Array(inputs.columns);
    return predictions?.[output] ?? { mean: zeros(), variance: zeros() };
  };

  return {
    predict: (target, cache) => {
      const cached = cache.byTarget.get(target);
      if (cached !== undefined) return cached;
      const members = (membersByTarget[target] ?? []).map(({ member, models: memberModels }) => {
        const predictions = memberModels.map(({ model, output }) => modelPrediction(model, output, cache));
        return { ...member, predictions };
      });
      const combined = combine(members, cache.inputs.columns);
      cache.byTarget.set(target, combined);
      return combined;
    },
    meansOf: (target, inputs, byModel) => {
      const sum = new Float64Array(inputs.columns);
      for (const { weight, models: memberModels, outputs, foldWeights } of targets[target]?.members ?? []) {
        if (weight === 0) continue;
        memberModels.forEach((model, at) => {
          const fitted = models[model];
          const modelMeans = byModel.get(model) ?? (fitted && findEvaluator(fitted).means(inputs)) ?? [];
          byModel.set(model, modelMeans);
          addTimes(sum, weight * foldWeights[at], modelMeans[outputs[at]]);
        });
      }
      return sum;
    },
  };
}

/** Listed once, since lists are walked many times as fast as `Array.from` walks an array of numbers. */
function toListedMember({ models, outputs, ...member }: EnsembleMember) {
  return { member, models: Array.from(models, (model, at) => ({ model, output: outputs[at] })) };
}

/** Variances that are not needed are 0. */
function evaluate(evaluator: Evaluator, needsVariance: boolean, inputs: Matrix): TargetPrediction[] {
  if (needsVariance) return evaluator.predictions(inputs);
  const variance = new Float64Array(inputs.columns);
  return evaluator.means(inputs).map((mean) => ({ mean, variance }));
}

/** As `combine` adds them, so that the means are the same bits. */
export function addTimes(sum: Float64Array, share: number, values: Float64Array | undefined): void {
  for (let i = 0; i < sum.length; i++) sum[i] += share * (values?.[i] ?? 0);
}

type MemberPredictions = Omit<EnsembleMember, "models" | "outputs"> & { predictions: TargetPrediction[] };

/** The disagreement is computed fold by fold, as it was out of fold. */
export function combine(members: readonly MemberPredictions[], count: number): EnsemblePrediction {
  const folds = Math.max(1, ...members.map(({ predictions }) => predictions.length));
  const combined: EnsemblePrediction = {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    disagreement: new Float64Array(count),
    foldVariance: new Float64Array(count),
  };
  const { mean, variance, disagreement, foldVariance } = combined;
  const values = new Float64Array(members.length);
  for (let i = 0; i < count; i++) {
    let total = 0;
    let squares = 0;
    let between = 0;
    for (let fold = 0; fold < folds; fold++) {
      let sum = 0;
      let middle = 0;
      for (let k = 0; k < members.length; k++) {
        const member = members[k];
        if (member === undefined) continue;
        const value = member.predictions[fold % member.predictions.length].mean[i];
        values[k] = value;
        sum += member.weight * value;
        middle += member.disagreementWeight * value;
      }
      for (let k = 0; k < members.length; k++) {
        between += (members[k]?.disagreementWeight ?? 0) * (values[k] - middle) ** 2;
      }
      // West (1979): without the cancellation of a sum of squares.
      const difference = sum - total / Math.max(1, fold);
      squares += fold === 0 ? 0 : (difference * difference * fold) / (fold + 1);
      total += sum;
    }
    disagreement[i] = between / folds;
    foldVariance[i] = folds > 1 ? squares / (folds - 1) : 0;
  }
  for (const { weight, varianceWeight, predictions, foldWeights } of members) {
    predictions.forEach((prediction, at) => {
      if (weight > 0) addTimes(mean, weight * foldWeights[at], prediction.mean);
    });
    if (varianceWeight === 0) continue;
    for (const prediction of predictions) {
      for (let i = 0; i < count; i++) {
        variance[i] += (varianceWeight / predictions.length) * prediction.variance[i];
      }
    }
  }
  return combined;
}
