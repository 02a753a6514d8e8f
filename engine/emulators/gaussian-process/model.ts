/** Covariance as a function of the distance between two rows after bending and scaling. */
export type CovarianceFamily = "squared-exponential" | "matern-5/2" | "matern-3/2";

/** The mean that a process returns to where no row is near. */
export type TrendDegree = "constant" | "linear" | "quadratic";

/**
 * A fitted Gaussian process as plain data: what its predictor is made from, and what is stored of it. Everything is on the
 * standardised scale of its target.
 */
export interface GaussianModel {
  family: CovarianceFamily;
  degree: TrendDegree;
  /** Rows the mean rests on: those trained on, or inducing points. */
  count: number;
  width: number;
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** Of each feature: its skew and the logarithm of its tail weight (bend.ts); zeros leave it straight. */
  bends: Float64Array;
  /** Of each feature, one over its length scale. */
  inverseLengths: Float64Array;
  signalVariance: number;
  noiseVariance: number;
  /** By which the covariances with the rows add up to the mean. */
  weights: Float64Array;
  /** Of the terms of the trend. */
  coefficients: Float64Array;
  /** The rows, as indices into `inputs`, that the variance rests on. */
  anchors: Int32Array;
  /** Lower triangle, packed by rows: times the covariances with the anchors, what they take from the variance. */
  taken: Float64Array;
  /** The same for what of it they give back, because rows are noisy; empty where `taken` knows. */
  returned: Float64Array;
  /** terms x anchors: what of the trend's terms the anchors know already. */
  trendWeights: Float64Array;
  /** Lower triangle, packed by rows: the root of the variance of the trend's coefficients. */
  trendRoot: Float64Array;
}
