/** Models as functions, made once: each keeps the memory that it works in. */
import type { LearntModel, Opinion } from "../../learning/lesson.ts";
import { createGaussianPredictor } from "../gaussian-process/predictor.ts";
import { evaluate } from "../network-evaluator.ts";

/** What a model says of each of its outputs at encoded points (features x count, feature-major). */
export type Evaluator = (encoded: Float64Array, count: number) => Opinion[];

export function createEvaluator(fitted: LearntModel): Evaluator {
  if (fitted.family === "gaussian-process") {
    const predictor = createGaussianPredictor(fitted.model);
    return (encoded, count) => [predictor.predict(encoded, count)];
  }
  const { model } = fitted;
  return (encoded, count) => {
    const values = evaluate(model, encoded, count);
    const variance = new Float64Array(count);
    return Array.from({ length: model.shape.outputs }, (_, at) => ({
      mean: values.subarray(at * count, (at + 1) * count),
      variance,
    }));
  };
}

/** Evaluators by model, each made when it is first asked for. */
export function evaluatorCache(): (model: LearntModel) => Evaluator {
  const made = new Map<LearntModel["model"], Evaluator>();
  return (fitted) => {
    const known = made.get(fitted.model);
    if (known !== undefined) return known;
    const evaluator = createEvaluator(fitted);
    made.set(fitted.model, evaluator);
    return evaluator;
  };
}
