import type { Opinion } from "../../learning/lesson.ts";
import type { Random } from "../../math/random.ts";
import type { GaussianModel } from "./model.ts";

export interface GaussianData {
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** Standardised, one a row. */
  targets: Float64Array;
  width: number;
  count: number;
  /** Of each feature, the input that it encodes; features of one input are the levels of a category. */
  sources: Int32Array;
}

export interface GaussianOptions {
  random: Random;
  /** Searches from different starts, on some of the rows; the best is carried on with all. */
  restarts?: number;
  /** At most, where there are too many rows to use each of them. */
  inducingPoints?: number;
  /** The best found so far is kept once it says yes. */
  stopRequested?: () => boolean;
}

export interface GaussianFit {
  model: GaussianModel;
  /** Of every row, predicted from the others; the variance is that of an observation, noise included. */
  keptOut: Opinion;
}
