/** The prior density of the hyperparameters. */
import { componentsAt, factorsAt, type Layout } from "./layout.ts";

/**
 * Length scales grow with the square root of the number of features, as distances do (Hvarfner, Hellsten and Nardi, 2024,
 * "Vanilla Bayesian optimization performs great in high dimensions"). `mean` is that of their logarithms for one feature, and
 * includes a factor for the range of standardised features.
 */
export interface LengthPrior {
  mean: number;
}

export const DEFAULT_LENGTHS: LengthPrior = { mean: Math.log(4) };
/**
 * For few rows, which leave the length scales uncertain: with the longer ones, axes would seem not to matter, and nothing be
 * expected far from the rows. The density of the length scales themselves, and not that of their logarithms, is largest here.
 */
export const LENGTHS_OF_FEW_ROWS: LengthPrior = { mean: Math.SQRT2 - 3 + 0.5 * Math.log(12) };
const LENGTH_DEVIATION = Math.sqrt(3);
const NOISE_MEAN = Math.log(1e-6);
const NOISE_DEVIATION = 6;
const SKEW_DEVIATION = 0.7;
const TAIL_DEVIATION = 0.35;
/** The strengths of components are shares of the variance of the covariance in all features. */
const STRENGTH_MEAN = Math.log(0.1);
const STRENGTH_DEVIATION = 2;
/** The strengths of features in a product. */
const FACTOR_MEAN = Math.log(0.3);
const FACTOR_DEVIATION = 2;

/** Minus the logarithm of the prior density, up to a constant; its derivatives are added to the gradient. */
export function addPrior(
  layout: Layout,
  point: Float64Array,
  gradient: Float64Array,
  lengthPrior: LengthPrior,
): number {
  const { lengths, width, warped, components, factors } = layout;
  let value = 0;
  const normal = (at: number, mean: number, deviation: number): void => {
    const standardScore = (point[at] - mean) / deviation;
    value += 0.5 * standardScore * standardScore;
    gradient[at] += standardScore / deviation;
  };
  const lengthMean = lengthPrior.mean + (factors > 0 ? 0 : 0.5 * Math.log(width));
  for (let at = 0; at < lengths; at++) normal(at, lengthMean, LENGTH_DEVIATION);
  normal(lengths, NOISE_MEAN, NOISE_DEVIATION);
  for (let at = 0; at < warped.length; at++) {
    normal(lengths + 1 + at, 0, SKEW_DEVIATION);
    normal(lengths + 1 + warped.length + at, 0, TAIL_DEVIATION);
  }
  for (let at = 0; at < components.length; at++) {
    const from = componentsAt(layout) + at;
    normal(from, lengthPrior.mean, LENGTH_DEVIATION);
    normal(from + components.length, STRENGTH_MEAN, STRENGTH_DEVIATION);
  }
  for (let at = 0; at < factors; at++) normal(factorsAt(layout) + at, FACTOR_MEAN, FACTOR_DEVIATION);
  return value;
}
