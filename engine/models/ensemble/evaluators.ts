/** Fitted models as functions, each created once. */
import { Matrix } from "../../math/matrix.ts";
import type { FittedModel, NetworkModel, TargetPrediction } from "../fit-task.ts";
import { createGaussianPredictor } from "../gaussian-process/predictor.ts";
import { createNetworkEvaluator } from "../network/evaluator.ts";
import { createPolynomialEvaluator } from "../polynomial/model.ts";

export interface Evaluator {
  /** A model's predictions of each of its outputs at encoded points (features x points, standardised). */
  predictions(encoded: Matrix): TargetPrediction[];
  /** The means alone, which Gaussian processes predict many times as fast. */
  means(encoded: Matrix): Float64Array[];
}

function createEvaluator(fitted: FittedModel): Evaluator {
  if (fitted.family === "gaussian-process") {
    const predictor = createGaussianPredictor(fitted.model);
    return {
      predictions: (encoded) => [predictor.predict(encoded)],
      means: (encoded) => [predictor.means(encoded)],
    };
  }
  const evaluate =
    fitted.family === "polynomial"
      ? createPolynomialEvaluator(fitted.model)
      : createMatrixEvaluator(fitted.model);
  return {
    predictions: (encoded) => {
      const variance = new Float64Array(encoded.columns);
      return evaluate(encoded)
        .rowViews()
        .map((mean) => ({ mean, variance }));
    },
    means: (encoded) => evaluate(encoded).rowViews(),
  };
}

/** Creates a function from encoded points, features x points, to a network's outputs, outputs x points. */
function createMatrixEvaluator(network: NetworkModel): (encoded: Matrix) => Matrix {
  const evaluate = createNetworkEvaluator(network);
  return ({ values, columns }) => new Matrix(network.shape.outputs, columns, evaluate(values, columns));
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
