/** Covariance as a function of the distance between two rows after warping and scaling. */
export type CovarianceFamily = "squared-exponential" | "matern-5/2" | "matern-3/2";

/** The mean that a process returns to where no row is near. */
export type TrendDegree = "constant" | "linear" | "quadratic";

/**
 * A fitted Gaussian process as plain data: what its predictor is made from, and what is stored. Everything is on the
 * standardised scale of its target; covariances are those of unit variance.
 */
export interface GaussianModel {
  family: CovarianceFamily;
  /** Rows of the covariances in the mean: training rows, or inducing points. */
  count: number;
  /** Features, the indicators of discontinuities included. */
  width: number;
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** See discontinuities.ts. */
  discontinuities: Float64Array;
  /** The skew of each feature and the logarithm of its tail weight (input-warp.ts); zeros for no warp. */
  inputWarps: Float64Array;
  /** One over the length scale of each feature. */
  inverseLengths: Float64Array;
  /** The strength of a covariance in each feature alone, 0 for none, and one over the length scale of that. */
  strengths: Float64Array;
  componentInverseLengths: Float64Array;
  /** The strength of each feature in a product of covariances in single features; empty where there is none. */
  factors: Float64Array;
  signalVariance: number;
  /** As a share of the signal's variance. */
  noise: number;
  /** The weights of the covariances with the rows in the mean. */
  weights: Float64Array;
  /** Two features a term of the trend, -1 for none. */
  terms: Int32Array;
  coefficients: Float64Array;
  /** The rows, as indices, whose covariances determine the variance. */
  anchors: Int32Array;
  /** Lower triangle, packed by rows: the squared length of its product with the anchors' covariances is the variance explained. */
  explained: Float64Array;
  /** The share of the variance unexplained by the anchors that the other rows leave unexplained too. */
  unexplainedShare: number;
  /** As `explained`: the part of it that noise makes uncertain. Empty where `explained` includes the noise. */
  uncertain: Float64Array;
  /** terms x anchors: the trend's terms as covariances with the anchors predict them. */
  trendWeights: Float64Array;
  /** Lower triangle, packed by rows: a root of the variance of the trend's coefficients. */
  trendRoot: Float64Array;
}
