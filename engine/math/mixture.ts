/** Mixtures of normal distributions, fitted to weighted points by expectation maximisation (Dempster, Laird and Rubin, 1977). */
import { factorise } from "./cholesky.ts";
import { Matrix } from "./matrix.ts";
import type { Random } from "./random.ts";

/** Plain data. */
export interface Component {
  share: number;
  mean: Float64Array;
  /** The Cholesky factor of the covariance, row-major. */
  factor: Float64Array;
}
export type Mixture = readonly Component[];

const MAX_COMPONENTS = 6;
const ITERATION_COUNT = 30;
/** Components that stand for less are dropped. */
const MIN_SHARE = 0.01;
/** The standard normal distribution, mixed into each covariance, weighs as much as this many points a dimension. */
const PRIOR_POINTS = 2;
/** Points on one side of a limit are spread a little too narrowly to draw from. */
const COVARIANCE_INFLATION = 1.1;

/**
 * Fits a mixture of normal distributions by expectation maximisation.
 * @param points count x dimensions, row-major.
 * @param weights one a point, not all 0.
 */
export function fitMixture(
  points: Float64Array,
  weights: Float64Array,
  dimensions: number,
  random: Random,
): Mixture {
  const count = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const effective = total ** 2 / weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const scaled = weights.map((weight) => (weight * effective) / total);
  const components = Math.max(1, Math.min(MAX_COMPONENTS, Math.floor(effective / (4 * dimensions + 10))));
  let mixture = startComponents(points, scaled, dimensions, components, random);
  for (let round = 0; round < ITERATION_COUNT; round++) {
    const shares = responsibilities(mixture, points, count, dimensions);
    mixture = mixture.flatMap((_, k) => {
      const fitted = fitOne(
        points,
        scaled.map((weight, i) => weight * shares[i * mixture.length + k]),
        dimensions,
      );
      return fitted === null || fitted.share / effective < MIN_SHARE ? [] : [fitted];
    });
    const sum = mixture.reduce((all, { share }) => all + share, 0);
    mixture = mixture.map((component) => ({ ...component, share: component.share / sum }));
  }
  return mixture;
}

/**
 * Computes log p(x) + d/2 log 2π, the logarithm of the mixture's density p at a point without the constant of the d dimensions.
 * @param mixture normal components with their weights
 * @param point dimensions
 * @returns nats
 */
export function logMixtureDensity(mixture: Mixture, point: Float64Array): number {
  const logs = mixture.map((component) => Math.log(component.share) + logDensity(component, point));
  const largestLog = Math.max(...logs);
  return largestLog + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largestLog), 0));
}

/**
 * Returns the index of the component that most probably produced the point.
 * @param mixture normal components with their weights
 * @param point dimensions
 * @returns the number of the component, from 0
 */
export function likeliestComponent(mixture: Mixture, point: Float64Array): number {
  const logs = mixture.map((component) => Math.log(component.share) + logDensity(component, point));
  return logs.indexOf(Math.max(...logs));
}

/**
 * Computes log p(x) - log φ(x), where p is the mixture's density and φ that of the standard normal distribution.
 * @param mixture normal components with their weights
 * @param point dimensions
 * @returns nats
 */
export function logRatio(mixture: Mixture, point: Float64Array): number {
  let norm = 0;
  for (const value of point) norm += value * value;
  return logMixtureDensity(mixture, point) + norm / 2;
}

/**
 * Draws a point from the mixture, and writes it to `into` (dimensions).
 * @param mixture normal components with their weights
 * @param dimensions the length of a point
 * @param random the source of all draws
 * @param into dimensions; overwritten with the point
 */
export function drawFrom(mixture: Mixture, dimensions: number, random: Random, into: Float64Array): void {
  const shares = Float64Array.from(mixture, ({ share }) => share);
  const { mean, factor } = mixture[drawIndex(shares, random)];
  const standard = Float64Array.from({ length: dimensions }, () => random.normal());
  for (let i = 0; i < dimensions; i++) {
    let value = mean[i];
    for (let j = 0; j <= i; j++) value += factor[i * dimensions + j] * standard[j];
    into[i] = value;
  }
}

/** An index by its chance; chances need not sum to 1. */
function drawIndex(chances: Float64Array, random: Random): number {
  let remainder = random.uniform() * chances.reduce((sum, chance) => sum + chance, 0);
  for (let i = 0; i < chances.length; i++) {
    remainder -= chances[i];
    if (remainder < 0) return i;
  }
  return 0;
}

/** Without the constant of the dimensions. */
function logDensity({ mean, factor }: Component, point: Float64Array): number {
  const n = mean.length;
  const solved = new Float64Array(n);
  let log = 0;
  for (let i = 0; i < n; i++) {
    let sum = point[i] - mean[i];
    for (let j = 0; j < i; j++) sum -= factor[i * n + j] * solved[j];
    solved[i] = sum / factor[i * n + i];
    log -= solved[i] ** 2 / 2 + Math.log(factor[i * n + i]);
  }
  return log;
}

function responsibilities(
  mixture: Mixture,
  points: Float64Array,
  count: number,
  dimensions: number,
): Float64Array {
  const shares = new Float64Array(count * mixture.length);
  for (let i = 0; i < count; i++) {
    const point = points.subarray(i * dimensions, (i + 1) * dimensions);
    const logs = mixture.map((component) => Math.log(component.share) + logDensity(component, point));
    const largestLog = Math.max(...logs);
    const densities = logs.map((log) => Math.exp(log - largestLog));
    const sum = densities.reduce((all, density) => all + density, 0);
    for (let k = 0; k < densities.length; k++) shares[i * mixture.length + k] = densities[k] / sum;
  }
  return shares;
}

/** Centres far from each other, among points that weigh something (k-means++: Arthur and Vassilvitskii, 2007). */
function startComponents(
  points: Float64Array,
  weights: Float64Array,
  dimensions: number,
  components: number,
  random: Random,
): Component[] {
  const count = weights.length;
  const at = (i: number) => points.subarray(i * dimensions, (i + 1) * dimensions);
  const nearest = new Float64Array(count).fill(1);
  const centres: Float64Array[] = [];
  while (centres.length < components) {
    const chances = nearest.map((distance, i) => distance * weights[i]);
    const centre = at(drawIndex(chances, random)).slice();
    centres.push(centre);
    for (let i = 0; i < count; i++) {
      const distance = squaredDistance(at(i), centre);
      nearest[i] = centres.length === 1 ? distance : Math.min(nearest[i], distance);
    }
  }
  const factor = new Float64Array(dimensions * dimensions);
  for (let i = 0; i < dimensions; i++) factor[i * dimensions + i] = 1;
  return centres.map((mean) => ({ share: 1 / components, mean, factor }));
}

const squaredDistance = (left: Float64Array, right: Float64Array): number =>
  left.reduce((sum, value, i) => sum + (value - right[i]) ** 2, 0);

/** Null where hardly anything weighs. `share` is the sum of the weights. */
function fitOne(points: Float64Array, weights: Float64Array, dimensions: number): Component | null {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (!(sum > 1e-9)) return null;
  const mean = new Float64Array(dimensions);
  weights.forEach((weight, i) => {
    for (let d = 0; d < dimensions; d++) mean[d] += (weight / sum) * points[i * dimensions + d];
  });
  const prior = PRIOR_POINTS * dimensions;
  const covariance = new Float64Array(dimensions * dimensions);
  const difference = new Float64Array(dimensions);
  weights.forEach((weight, i) => {
    if (weight === 0) return;
    for (let d = 0; d < dimensions; d++) difference[d] = points[i * dimensions + d] - mean[d];
    for (let a = 0; a < dimensions; a++)
      for (let b = 0; b <= a; b++) covariance[a * dimensions + b] += weight * difference[a] * difference[b];
  });
  for (let a = 0; a < dimensions; a++) {
    for (let b = 0; b <= a; b++) {
      const scatter = covariance[a * dimensions + b] + (a === b ? prior : 0);
      covariance[a * dimensions + b] = (COVARIANCE_INFLATION * scatter) / (sum + prior);
    }
  }
  const factor = factorise(new Matrix(dimensions, dimensions, covariance));
  return factor && { share: sum, mean, factor: factor.values };
}
