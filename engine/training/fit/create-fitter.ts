import type { FitTask, TrainingData } from "../../models/fit-task.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { createGaussianProcessFitter, type GaussianProcessState } from "./gaussian-process-fitter.ts";
import { createMiniBatchFitter, type MiniBatchState } from "./mini-batch-fitter.ts";
import { createPolynomialFitter, type PolynomialState } from "./polynomial-fitter.ts";
import { createSecondOrderFitter, type SecondOrderState } from "./second-order-fitter.ts";

export type FitterState = SecondOrderState | MiniBatchState | GaussianProcessState | PolynomialState;

/** @param state of an earlier fitter of the same task; null to start from the beginning. */
export function createFitter(
  data: TrainingData,
  task: FitTask,
  state: FitterState | null,
  context: FitterContext,
): Fitter<FitterState> {
  if (task.family === "polynomial") return createPolynomialFitter(data, task, context);
  if (task.family === "gaussian-process") {
    return createGaussianProcessFitter(data, task, state?.method === "gaussian-process" ? state : null);
  }
  if (task.method === "second-order") {
    return createSecondOrderFitter(data, task, state?.method === "second-order" ? state : null, context);
  }
  return createMiniBatchFitter(data, task, state?.method === "mini-batch" ? state : null, context);
}
