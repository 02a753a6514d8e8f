import type { Opinion } from "../../learning/lesson.ts";
import type { GaussianModel } from "./model.ts";

/** Created once, asked often: it keeps the memory that it works in. */
export interface GaussianPredictor {
  /**
   * @param encoded width x count, feature-major, standardised.
   * Mean and variance on the target's standardised scale; the variance is that of an observation, noise included.
   */
  predict(encoded: Float64Array, count: number): Opinion;
}

export type { GaussianModel };
