import type { Opinion } from "./fit-task.ts";

/** What a model says of one target at some points, and how that changes with each feature. */
export interface SlopedOpinion extends Opinion {
  /** features x count, feature-major. */
  meanSlopes: Float64Array;
  /** The same of the variance; null where the model knows none. */
  varianceSlopes: Float64Array | null;
}
