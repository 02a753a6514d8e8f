/** Covariance as a function of the distance between two rows after bending and scaling. */
export type CovarianceFamily = "squared-exponential" | "matern-5/2" | "matern-3/2";

/** The mean that a process returns to where no row is near. */
export type TrendDegree = "constant" | "linear" | "quadratic";

/**
 * A fitted Gaussian process as plain data: what its predictor is made from, and what is stored of it. Everything is on the
 * standardised scale of its target; covariances are those of unit variance.
 */
export interface GaussianModel {
  family: CovarianceFamily;
  /** Rows the mean rests on: those trained on, or inducing points. */
  count: number;
  /** Features, the sides of breaks included. */
  width: number;
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** See breaks.ts. */
  breaks: Float64Array;
  /** Of each feature: its skew and the logarithm of its tail weight (bend.ts); zeros leave it straight. */
  bends: Float64Array;
  /** Of each feature, one over its length scale. */
  inverseLengths: Float64Array;
  /** Of each feature the strength of a covariance in it alone, 0 for none, and one over the length scale of that. */
  strengths: Float64Array;
  componentInverseLengths: Float64Array;
  /** Of each feature its strength in a product of covariances in single features; empty where there is none. */
  factors: Float64Array;
  signalVariance: number;
  /** As a share of the signal's variance. */
  noise: number;
  /** By which the covariances with the rows add up to the mean. */
  weights: Float64Array;
  /** Two features a term of the trend, -1 for none. */
  terms: Int32Array;
  coefficients: Float64Array;
  /** The rows, as indices, that the variance rests on. */
  anchors: Int32Array;
  /** Lower triangle, packed by rows: the squared length of its product with the anchors' covariances is what they explain. */
  explained: Float64Array;
  /** What the anchors leave unexplained counts by this share, as other rows explain the rest. */
  unexplainedShare: number;
  /** As `explained`: what of it is not known after all, as rows are noisy. Empty where `explained` allows for that. */
  uncertain: Float64Array;
  /** terms x anchors: what covariances with the anchors tell of the trend. */
  trendWeights: Float64Array;
  /** Lower triangle, packed by rows: a root of the variance of the trend's coefficients. */
  trendRoot: Float64Array;
}
