/** Fitted models as functions, each created once. */
import { Matrix } from "../../math/matrix.ts";
import type { FittedModel, TargetPrediction } from "../fit-task.ts";
import { discontinuityCount } from "../gaussian-process/discontinuities.ts";
import { createGaussianPredictor } from "../gaussian-process/predictor.ts";
import { createNetworkEvaluator } from "../network/evaluator.ts";
import { createPolynomialEvaluator } from "../polynomial/model.ts";

export interface Evaluator {
  /** A model's predictions of each of its outputs at encoded points (features x count, feature-major). */
  predictions(encoded: Float64Array, count: number): TargetPrediction[];
  /** The means alone, which Gaussian processes predict many times as fast. */
  means(encoded: Float64Array, count: number): Float64Array[];
}

function createEvaluator(fitted: FittedModel): Evaluator {
  if (fitted.family === "gaussian-process") {
    const predictor = createGaussianPredictor(fitted.model);
    const width = fitted.model.width - discontinuityCount(fitted.model.discontinuities);
    return {
      predictions: (encoded, count) => [predictor.predict(new Matrix(width, count, encoded))],
      means: (encoded, count) => [predictor.means(new Matrix(width, count, encoded))],
    };
  }
  const outputs = countOutputs(fitted);
  const evaluate =
    fitted.family === "polynomial"
      ? createPolynomialEvaluator(fitted.model)
      : createNetworkEvaluator(fitted.model);
  const means = (encoded: Float64Array, count: number): Float64Array[] => {
    const values = evaluate(encoded, count);
    return Array.from({ length: outputs }, (_, at) => values.subarray(at * count, (at + 1) * count));
  };
  return {
    predictions: (encoded, count) => {
      const variance = new Float64Array(count);
      return means(encoded, count).map((mean) => ({ mean, variance }));
    },
    means,
  };
}

function countOutputs(fitted: Exclude<FittedModel, { family: "gaussian-process" }>): number {
  if (fitted.family === "network") return fitted.model.shape.outputs;
  return fitted.model.coefficients.length / (1 + fitted.model.terms.length / 3);
}

/** Evaluators by model, each created when it is first needed and collected with its model: a fit has several, one after the other. */
export function evaluatorCache(): (model: FittedModel) => Evaluator {
  const made = new WeakMap<FittedModel["model"], Evaluator>();
  return (fitted) => {
    const cached = made.get(fitted.model);
    if (cached !== undefined) return cached;
    const evaluator = createEvaluator(fitted);
    made.set(fitted.model, evaluator);
    return evaluator;
  };
}
