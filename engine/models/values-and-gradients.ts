import type { Matrix } from "../math/matrix.ts";
import type { TargetPrediction } from "./fit-task.ts";

/** A model's predictions of one target at some points, and their derivatives by each feature. */
export interface TargetPredictionWithGradients extends TargetPrediction {
  /** features x points. */
  meanGradients: Matrix;
  /** The same of the variance; null where the model has none. */
  varianceGradients: Matrix | null;
}
