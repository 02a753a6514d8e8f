/** Models as functions, each made once. */
import type { LearntModel, Opinion } from "../fit-task.ts";
import { createGaussianPredictor } from "../gaussian-process/predictor.ts";
import { createNetworkEvaluator } from "../network/evaluator.ts";
import { createPolynomialEvaluator } from "../polynomial/model.ts";

export interface Evaluator {
  /** What a model says of each of its outputs at encoded points (features x count, feature-major). */
  opinions(encoded: Float64Array, count: number): Opinion[];
  /** The means alone, which Gaussian processes know many times as fast. */
  means(encoded: Float64Array, count: number): Float64Array[];
}

function createEvaluator(fitted: LearntModel): Evaluator {
  if (fitted.family === "gaussian-process") {
    const predictor = createGaussianPredictor(fitted.model);
    return {
      opinions: (encoded, count) => [predictor.predict(encoded, count)],
      means: (encoded, count) => [predictor.means(encoded, count)],
    };
  }
  const outputs = outputsOf(fitted);
  const evaluate =
    fitted.family === "polynomial"
      ? createPolynomialEvaluator(fitted.model)
      : createNetworkEvaluator(fitted.model);
  const means = (encoded: Float64Array, count: number): Float64Array[] => {
    const values = evaluate(encoded, count);
    return Array.from({ length: outputs }, (_, at) => values.subarray(at * count, (at + 1) * count));
  };
  return {
    opinions: (encoded, count) => {
      const variance = new Float64Array(count);
      return means(encoded, count).map((mean) => ({ mean, variance }));
    },
    means,
  };
}

function outputsOf(fitted: Exclude<LearntModel, { family: "gaussian-process" }>): number {
  if (fitted.family === "network") return fitted.model.shape.outputs;
  return fitted.model.coefficients.length / (1 + fitted.model.terms.length / 3);
}

/** Evaluators by model, each made when it is first asked for and forgotten with it: of a lesson there is one after the other. */
export function evaluatorCache(): (model: LearntModel) => Evaluator {
  const made = new WeakMap<LearntModel["model"], Evaluator>();
  return (fitted) => {
    const known = made.get(fitted.model);
    if (known !== undefined) return known;
    const evaluator = createEvaluator(fitted);
    made.set(fitted.model, evaluator);
    return evaluator;
  };
}
