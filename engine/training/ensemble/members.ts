/** The models of the chosen members, each once, and the ensemble of every target. */
import { everyRow, thinRows } from "../../dataset/table.ts";
import {
  createEnsemblePredictor,
  createPredictionCache,
  type TargetEnsemble,
} from "../../models/ensemble/predictor.ts";
import type { FittedModel, TrainingData } from "../../models/fit-task.ts";
import type { Choice } from "./choice.ts";

/** Rows on which the typical variance between the folds is measured. */
const FOLD_VARIANCE_ROWS = 500;

export interface EnsembleMembers {
  models: FittedModel[];
  targets: TargetEnsemble[];
}

export function collectMembers(choices: readonly Choice[], trainingData: TrainingData): EnsembleMembers {
  const models: FittedModel[] = [];
  const positions = new Map<FittedModel["model"], number>();
  const addModel = (fitted: FittedModel): number => {
    const position = positions.get(fitted.model);
    if (position !== undefined) return position;
    positions.set(fitted.model, models.length);
    return models.push(fitted) - 1;
  };
  const targets = choices.map(({ members }) => {
    const processMembers = members.filter(({ candidate }) => candidate.family === "gaussian-process");
    const total = processMembers.reduce((sum, { weight }) => sum + weight, 0);
    const membersWithModels = members.filter(({ candidate }) => candidate.foldModels.length > 0);
    return {
      members: membersWithModels.map(({ candidate, weight, disagreementWeight, foldWeights }) => {
        const foldModels = candidate.foldModels.filter((_, at) => foldWeights[at] > 0);
        return {
          weight,
          disagreementWeight,
          varianceWeight: candidate.family === "gaussian-process" && total > 0 ? weight / total : 0,
          models: Int32Array.from(foldModels, ({ model }) => addModel(model)),
          outputs: Int32Array.from(foldModels, ({ output }) => output),
          foldWeights: foldWeights.filter((foldWeight) => foldWeight > 0),
        };
      }),
      typicalFoldVariance: 0,
    };
  });
  return { models, targets: measureFoldVariance(models, targets, trainingData) };
}

function measureFoldVariance(
  models: readonly FittedModel[],
  targets: readonly TargetEnsemble[],
  trainingData: TrainingData,
): TargetEnsemble[] {
  const rows = thinRows(everyRow(trainingData.inputs.columns), FOLD_VARIANCE_ROWS);
  const predictor = createEnsemblePredictor(models, targets);
  const cache = createPredictionCache(trainingData.inputs.gatherColumns(rows));
  return targets.map((target, at) => {
    // A member of one model predicts the same in every fold.
    if (target.members.every(({ models }) => models.length === 1)) return target;
    const { foldVariance } = predictor.predict(at, cache);
    return { ...target, typicalFoldVariance: foldVariance.reduce((max, value) => Math.max(max, value), 0) };
  });
}
