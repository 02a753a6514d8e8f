/** The accuracy of an ensemble on validation rows, which no model was fitted to, while the training goes on. */
import { everyRow, gatherRows, thinRows } from "../../dataset/table.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Evaluator } from "../../models/ensemble/evaluators.ts";
import type { FittedModel } from "../../models/fit-task.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { measureAccuracy } from "../prepare/accuracy.ts";
import type { Validation } from "../prepare/prepare.ts";
import type { FoldModel } from "./candidates.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleAccuracy, EnsembleOutput } from "./ensemble-data.ts";
import { limitedMeanSquare } from "./held-out-accuracy.ts";

/** The accuracy is measured on at most this many validation rows. */
const MAX_ROWS = 1000;

type HeldOutRows = Extract<Validation, { method: "held-out rows" }>;

interface MeasuredEnsemble {
  validation: HeldOutRows;
  outputs: readonly EnsembleOutput[];
  targetCount: number;
  getEvaluator: (model: FittedModel) => Evaluator;
  chooseForTarget: (target: number) => Pick<Choice, "members">;
}

/** Creates a function that measures the ensemble of the present choices. The predictions of each model are computed once. */
export function createValidationAccuracy({
  validation,
  outputs: allOutputs,
  targetCount,
  getEvaluator,
  chooseForTarget,
}: MeasuredEnsemble): () => EnsembleAccuracy {
  const { inputs, outputs } = selectRows(validation, allOutputs);
  const { columns: count } = inputs;
  const modelPredictions = new WeakMap<object, Float64Array[]>();
  const predictFoldModel = ({ model, output }: FoldModel): Float64Array => {
    let predictions = modelPredictions.get(model.model);
    if (predictions === undefined) {
      predictions = getEvaluator(model).means(inputs);
      modelPredictions.set(model.model, predictions);
    }
    return predictions[output] ?? new Float64Array(count);
  };
  const predictMean = (target: number): Float64Array => {
    const mean = new Float64Array(count);
    for (const { candidate, weight, foldWeights } of chooseForTarget(target).members) {
      candidate.foldModels.forEach((foldModel, at) => {
        const share = weight * foldWeights[at];
        if (share === 0) return;
        const foldPrediction = predictFoldModel(foldModel);
        for (let i = 0; i < count; i++) mean[i] += share * foldPrediction[i];
      });
    }
    return mean;
  };
  return () => {
    let determination = 0;
    let loss = 0;
    const means = Array.from({ length: targetCount }, (_, target) => predictMean(target));
    for (const { model, truth, standardisedTruth } of outputs) {
      const outputMeans = Array.from(model.targets, (target) => means[target] ?? new Float64Array(count));
      const values = assemble(model, outputMeans, count);
      const mean = values.map((value, at) => toOutput(model, at % model.size, value));
      const prediction = { mean, lower: mean, upper: mean };
      const measured = measureAccuracy(truth, prediction, model.size, fallbackOf(model));
      determination += measured.coefficientOfDetermination;
      loss += limitedMeanSquare(values, standardisedTruth);
    }
    return { coefficientOfDetermination: determination / outputs.length, loss: loss / outputs.length };
  };
}

/** Selects at most `MAX_ROWS` of the validation rows, evenly spaced. */
function selectRows(
  { inputs }: HeldOutRows,
  outputs: readonly EnsembleOutput[],
): { inputs: Matrix; outputs: EnsembleOutput[] } {
  const rows = thinRows(everyRow(inputs.columns), MAX_ROWS);
  return {
    inputs: inputs.gatherColumns(rows),
    outputs: outputs.map((output) => ({
      ...output,
      truth: gatherRows(output.truth, output.model.size, rows),
      standardisedTruth: gatherRows(output.standardisedTruth, output.model.size, rows),
    })),
  };
}
