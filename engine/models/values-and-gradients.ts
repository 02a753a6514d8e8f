import type { TargetPrediction } from "./fit-task.ts";

/** A model's predictions of one target at some points, and their derivatives by each feature. */
export interface TargetPredictionWithGradients extends TargetPrediction {
  /** features x count, feature-major. */
  meanGradients: Float64Array;
  /** The same of the variance; null where the model has none. */
  varianceGradients: Float64Array | null;
}
