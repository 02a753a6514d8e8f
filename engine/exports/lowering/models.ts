/** The models of an emulator, each lowered when it is first needed. */
import type { FittedModel } from "../../models/fit-task.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { lowerProcess, type ProcessPrediction } from "./gaussian-process.ts";
import { lowerNetwork } from "./network.ts";
import { lowerPolynomial } from "./polynomial.ts";

export interface LoweredModels {
  /** One column an output of the model. */
  means: (model: number) => Value;
  /** Null for a model that has no variance of its own, or whose variance no output uses. */
  variance: (model: number) => Value | null;
}

/** @param needsVariance whether an output uses a model's variance, which is much larger than its mean */
export function lowerModels(
  b: ProgramBuilder,
  models: readonly FittedModel[],
  features: Value | null,
  needsVariance: (model: number) => boolean,
): LoweredModels {
  const predictions = new Map<number, ProcessPrediction>();
  const lowered = (at: number): ProcessPrediction => {
    const prediction = predictions.get(at) ?? lower(b, models[at], features, needsVariance(at));
    predictions.set(at, prediction);
    return prediction;
  };
  return { means: (model) => lowered(model).mean, variance: (model) => lowered(model).variance };
}

function lower(
  b: ProgramBuilder,
  fitted: FittedModel,
  features: Value | null,
  withVariance: boolean,
): ProcessPrediction {
  switch (fitted.family) {
    case "gaussian-process":
      return lowerProcess(b, fitted.model, features, withVariance);
    case "polynomial":
      return { mean: lowerPolynomial(b, fitted.model, features), variance: null };
    case "network":
      return { mean: lowerNetwork(b, fitted.model, features), variance: null };
  }
}
