/**
 * The last fit: once weights and bounds are decided, the models that have weight are fitted on to every row, the validation rows and
 * those of early stopping included. The accuracy and the predictions of validation rows stay those of the models before.
 */
import { mayHaveLastFit } from "@understudy/shared/domain/cross-validation.ts";
import { Matrix } from "../math/matrix.ts";
import type { FitTask, FittedModel, TrainingData } from "../models/fit-task.ts";
import type { OutputModel } from "../models/targets.ts";
import type { EnsembleMembers } from "./ensemble/members.ts";
import { shared } from "./fit/shared-arrays.ts";
import type { Prepared } from "./prepare/prepare.ts";

/** The predictions of validation rows that are stored take at most so many bytes: an emulator is loaded as a whole. */
const MAX_STORED_BYTES = 8e6;
/** Mean and both bounds, in double precision. */
const BYTES_PER_PREDICTION = 3 * 8;
/** Models with less weight than this in the mean of every target change nothing that could be measured. */
const MIN_WEIGHT = 0.01;

/**
 * Tells whether the last fit is worth it, and the predictions of the validation rows are small enough to be stored. Up to 3,000 training
 * rows an ensemble has a model for each fold, and what a last fit of these does to its bounds was not measured.
 */
export function isLastFitPlanned({
  trainingData,
  validation,
  outputs,
}: Pick<Prepared, "validation"> & {
  readonly trainingData: Pick<TrainingData, "inputs" | "foldCount">;
  readonly outputs: readonly { readonly model: Pick<OutputModel, "size"> }[];
}): boolean {
  if (validation.method !== "held-out rows" || trainingData.foldCount > 1) return false;
  const { columns: validationRows } = validation.inputs;
  const values = outputs.reduce((sum, { model }) => sum + validationRows * model.size, 0);
  return (
    mayHaveLastFit(trainingData.inputs.columns + validationRows) &&
    values * BYTES_PER_PREDICTION <= MAX_STORED_BYTES
  );
}

/**
 * Lists the models that have weight, the heaviest first: where the time ends the last fit, those are done that count most.
 *
 * @returns each model with its largest weight in the mean of a target
 */
export function listWeightyModels({ models, targets }: EnsembleMembers): FittedModel[] {
  const weights = new Float64Array(models.length);
  for (const { members } of targets) {
    const targetWeights = new Float64Array(models.length);
    for (const { models: foldModels, weight, foldWeights } of members)
      foldModels.forEach((model, at) => {
        targetWeights[model] += weight * foldWeights[at];
      });
    targetWeights.forEach((weight, model) => {
      weights[model] = Math.max(weights[model], weight);
    });
  }
  return Array.from(models.keys())
    .filter((at) => weights[at] >= MIN_WEIGHT)
    .sort((a, b) => weights[b] - weights[a])
    .map((at) => models[at]);
}

export const toLastTask = (task: FitTask): FitTask => ({ ...task, isLast: true });

/**
 * Joins the training and the validation rows, standardised as they are, in memory that threads can share. No row is held out.
 *
 * A target of a curve, or of many numbers, is a principal component. With the standardised values z of a row and the component's
 * direction b, of which the basis has one part for each value of its outputs, it is z·b / b·b; of a single number, b is 1.
 */
export function joinEveryRow({ trainingData, validation, outputs }: Prepared): TrainingData {
  if (validation.method !== "held-out rows") throw new Error("No rows are held out for validation.");
  const { groups: _, leftOut: __, ...data } = trainingData;
  const { inputs: heldOutInputs } = validation;
  const count = data.inputs.columns + heldOutInputs.columns;
  const inputs = new Matrix(data.inputs.rows, count, shared(new Float64Array(data.inputs.rows * count)));
  inputs.rowViews().forEach((values, feature) => {
    values.set(data.inputs.row(feature));
    values.set(heldOutInputs.row(feature), data.inputs.columns);
  });
  const targets = data.targets.map((values, target) => {
    const joined = new Float64Array(count);
    joined.set(values);
    joined.set(projectOnTarget(outputs, target, heldOutInputs.columns), values.length);
    return shared(joined);
  });
  return { ...data, inputs, targets, folds: new Uint8Array(count).fill(1), foldCount: 1 };
}

function projectOnTarget(outputs: Prepared["outputs"], target: number, rows: number): Float64Array {
  const projections = new Float64Array(rows);
  let square = 0;
  for (const { model, standardisedTruth } of outputs) {
    const { size, basis } = model;
    const at = model.targets.indexOf(target);
    if (at < 0) continue;
    const direction = basis.subarray(at * size, (at + 1) * size);
    direction.forEach((part, component) => {
      square += part * part;
      for (let row = 0; row < rows; row++)
        projections[row] += part * standardisedTruth[row * size + component];
    });
  }
  return square > 0 ? projections.map((value) => value / square) : projections;
}
