import type { FitTask, TrainingData } from "../../models/fit-task.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { createGaussianProcessFitter, type GaussianProcessState } from "./gaussian-process-fitter.ts";
import { createLastFitter, type LastFitState } from "./last-fitter.ts";
import { createMiniBatchFitter, type MiniBatchState } from "./mini-batch-fitter.ts";
import { createPolynomialFitter, type PolynomialState } from "./polynomial-fitter.ts";
import { createSecondOrderFitter, type SecondOrderState } from "./second-order-fitter.ts";

export type FitterState =
  | SecondOrderState
  | MiniBatchState
  | GaussianProcessState
  | PolynomialState
  | LastFitState;

/** @param state of an earlier fitter of the same task; null to start from the beginning. A last fit starts from a model, which is in its state. */
export function createFitter(
  data: TrainingData,
  task: FitTask,
  state: FitterState | null,
  context: FitterContext,
): Fitter<FitterState> {
  if (task.isLast) {
    if (state?.method !== "last fit") throw new Error("There is no model to fit on.");
    return createLastFitter(data, task, state, context);
  }
  if (task.family === "polynomial") return createPolynomialFitter(data, task, context);
  if (task.family === "gaussian-process") {
    return createGaussianProcessFitter(data, task, state?.method === "gaussian-process" ? state : null);
  }
  if (task.method === "second-order") {
    return createSecondOrderFitter(data, task, state?.method === "second-order" ? state : null, context);
  }
  return createMiniBatchFitter(data, task, state?.method === "mini-batch" ? state : null, context);
}
