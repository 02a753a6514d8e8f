import type { TargetPrediction } from "../fit-task.ts";
import type { GaussianModel } from "./model/model.ts";

export interface GaussianFit {
  model: GaussianModel;
  /** Predictions of every row from the others; the variance is that of an observation, noise included. */
  heldOut: TargetPrediction;
}
