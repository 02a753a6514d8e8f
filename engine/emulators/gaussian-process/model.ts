/** A fitted Gaussian process as plain data: what its predictor is made from, and what is stored of it. */
export interface GaussianModel {
  /** Rows the predictions rest on: those trained on, or inducing points. */
  count: number;
  width: number;
  /** width x count, feature-major. */
  inputs: Float64Array;
}
