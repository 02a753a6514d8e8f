import type { NetworkModel, TargetPrediction, TrainingData } from "../../models/fit-task.ts";
import { evaluate } from "../../models/network/evaluator.ts";
import { inputsAt } from "./fitted-rows.ts";

/** A network's predictions of its targets at some rows. */
export function networkPredictions(
  data: TrainingData,
  model: NetworkModel,
  rows: Int32Array,
): TargetPrediction[] {
  const count = rows.length;
  const outputs = evaluate(model, inputsAt(data, rows), count);
  return Array.from({ length: model.shape.outputs }, (_, at) => ({
    mean: outputs.slice(at * count, (at + 1) * count),
    variance: new Float64Array(count),
  }));
}
