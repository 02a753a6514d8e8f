/**
 * The search distribution of CMA-ES, its sampling and its update (N. Hansen, 2016, "The CMA Evolution Strategy: A
 * Tutorial"). A genotype has one number per axis: unbounded for real numbers (boundary.ts), a fraction for whole
 * numbers, the index of the cell for options.
 */
import { Matrix } from "../../../math/matrix.ts";
import type { Random } from "../../../math/random.ts";
import { symmetricEigen } from "../../../math/symmetric-eigen.ts";
import { computeMiddle, findCell, hasCells, type SearchSpace } from "../../search-space.ts";
import { fromInterval, intoInterval } from "./boundary.ts";
import type { Parameters } from "./parameters.ts";

export interface Distribution {
  /** The mean m of the axes that are no choices, in their order. */
  mean: Float64Array;
  sigma: number;
  /** The covariance matrix C: n x n, row-major. */
  covariance: Float64Array;
  /** The eigenvectors of C; row k is the k-th one. */
  vectors: Float64Array;
  /** The square roots of the eigenvalues, descending. */
  deviations: Float64Array;
  /** The generation of the last eigendecomposition. */
  decomposedAt: number;
  stepPath: Float64Array;
  covariancePath: Float64Array;
  /** The factor that enlarges the standard deviation of each whole number (margin.ts); 1 for real numbers. */
  scales: Float64Array;
  /** The probabilities of the options of each choice. */
  probabilities: Float64Array[];
  generation: number;
}

export const numericAxes = (space: SearchSpace): number[] =>
  space.flatMap(({ isChoice }, a) => (isChoice ? [] : [a]));
export const choiceAxes = (space: SearchSpace): number[] =>
  space.flatMap(({ isChoice }, a) => (isChoice ? [a] : []));

/** @param start a point of the cube; options start with a preference for those of the point */
export function createDistribution(space: SearchSpace, start: Float64Array, sigma: number): Distribution {
  const genotype = toGenotype(space, start);
  const numeric = numericAxes(space);
  const n = numeric.length;
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  return {
    mean: Float64Array.from(numeric, (a) => genotype[a]),
    sigma,
    covariance: identity,
    vectors: identity.slice(),
    deviations: new Float64Array(n).fill(1),
    decomposedAt: 0,
    stepPath: new Float64Array(n),
    covariancePath: new Float64Array(n),
    scales: new Float64Array(n).fill(1),
    probabilities: choiceAxes(space).map((a) => {
      const { count } = space[a];
      return Float64Array.from({ length: count }, (_, k) => (k === genotype[a] ? 0.5 : 0) + 0.5 / count);
    }),
    generation: 0,
  };
}

export function toGenotype(space: SearchSpace, point: Float64Array): Float64Array {
  return Float64Array.from(space, (axis, a) => {
    if (axis.isChoice) return findCell(axis, point[a]);
    return hasCells(axis) ? point[a] : fromInterval(point[a]);
  });
}

/**
 * Computes the point that a genotype stands for, snapped to whole numbers and options.
 * @param space the axes of the unit cube
 * @param genotype dimensions, unbounded
 * @returns dimensions, in [0, 1]
 */
export function toPoint(space: SearchSpace, genotype: Float64Array): Float64Array {
  return Float64Array.from(space, (axis, a) => {
    if (axis.isChoice) return computeMiddle(axis, genotype[a]);
    return hasCells(axis) ? computeMiddle(axis, findCell(axis, genotype[a])) : intoInterval(genotype[a]);
  });
}

/**
 * Samples `count` genotypes x = m + sigma B D z; the vectors z are orthogonal to each other, as many at a time as there are dimensions.
 * @param space the axes of the unit cube
 * @param distribution mean m, step size sigma, axes B and their lengths D
 * @param count the number of genotypes
 * @param random the source of all draws
 * @returns count genotypes, each of dimensions
 */
export function sample(
  space: SearchSpace,
  distribution: Distribution,
  count: number,
  random: Random,
): Float64Array[] {
  const { mean, sigma, vectors, deviations, scales, probabilities } = distribution;
  const numeric = numericAxes(space);
  const choices = choiceAxes(space);
  const n = numeric.length;
  const normals = drawOrthogonalNormals(count, n, random);
  return normals.map((z) => {
    const genotype = new Float64Array(space.length);
    for (let i = 0; i < n; i++) {
      let step = 0;
      for (let k = 0; k < n; k++) step += vectors[k * n + i] * deviations[k] * z[k];
      genotype[numeric[i]] = mean[i] + sigma * scales[i] * step;
    }
    choices.forEach((a, c) => {
      genotype[a] = drawOption(probabilities[c], random.uniform());
    });
    return genotype;
  });
}

/** Draws standard normal vectors that are orthogonal within each block of n (H. Wang et al., 2014, 2019). */
function drawOrthogonalNormals(count: number, n: number, random: Random): Float64Array[] {
  const vectors: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const vector = Float64Array.from({ length: n }, () => random.normal());
    const length = Math.hypot(...vector);
    for (let other = Math.floor(i / Math.max(1, n)) * n; other < i; other++) {
      let along = 0;
      let squared = 0;
      for (let k = 0; k < n; k++) {
        along += vector[k] * vectors[other][k];
        squared += vectors[other][k] ** 2;
      }
      for (let k = 0; k < n; k++) vector[k] -= (along / squared) * vectors[other][k];
    }
    const remainingLength = Math.hypot(...vector);
    vectors.push(remainingLength > 0 ? vector.map((value) => (value * length) / remainingLength) : vector);
  }
  return vectors;
}

/**
 * Updates the distribution by one generation.
 * @param ranked the best genotype first, as many as the population's size
 */
export function learn(
  space: SearchSpace,
  distribution: Distribution,
  parameters: Parameters,
  ranked: readonly Float64Array[],
): void {
  const numeric = numericAxes(space);
  if (numeric.length > 0) learnNumbers(distribution, parameters, numeric, ranked);
  choiceAxes(space).forEach((a, c) => {
    learnChoice(distribution.probabilities[c], parameters, ranked, a);
  });
  distribution.generation++;
}

function learnNumbers(
  distribution: Distribution,
  parameters: Parameters,
  numeric: readonly number[],
  ranked: readonly Float64Array[],
): void {
  const { mean, sigma, scales, covariance, stepPath, covariancePath } = distribution;
  const { weights, parents, varianceEffectiveSize: effective, stepSizeRate, pathRate } = parameters;
  const { rankOneRate, rankMuRate, expectedLength } = parameters;
  const n = numeric.length;
  const whitened = new Float64Array(n);
  const steps = ranked.map((genotype) => {
    const step = Float64Array.from(numeric, (a, i) => (genotype[a] - mean[i]) / (sigma * scales[i]));
    const length = whiten(distribution, step, whitened);
    // An injected point counts at most as far away as a point of this distribution could lie (N. Hansen, 2011,
    // "Injecting external solutions into CMA-ES").
    const limit = Math.sqrt(n) + (2 * n) / (n + 2) + 2;
    return length > limit ? step.map((value) => (value * limit) / length) : step;
  });
  const shift = new Float64Array(n);
  for (let i = 0; i < parents; i++) for (let k = 0; k < n; k++) shift[k] += weights[i] * steps[i][k];
  for (let k = 0; k < n; k++) mean[k] += sigma * scales[k] * shift[k];

  whiten(distribution, shift, whitened);
  const stepFactor = Math.sqrt(stepSizeRate * (2 - stepSizeRate) * effective);
  // The path is turned back from the coordinates of the eigenvectors to those of the variables.
  for (let i = 0; i < n; i++) {
    let component = 0;
    for (let k = 0; k < n; k++) component += distribution.vectors[k * n + i] * whitened[k];
    stepPath[i] = (1 - stepSizeRate) * stepPath[i] + stepFactor * component;
  }
  const pathLength = Math.hypot(...stepPath);
  const expected = Math.sqrt(1 - (1 - stepSizeRate) ** (2 * (distribution.generation + 1)));
  const isShort = pathLength / expected < (1.4 + 2 / (n + 1)) * expectedLength;
  const pathFactor = isShort ? Math.sqrt(pathRate * (2 - pathRate) * effective) : 0;
  for (let k = 0; k < n; k++) covariancePath[k] = (1 - pathRate) * covariancePath[k] + pathFactor * shift[k];

  const lengths = steps.map((step) => whiten(distribution, step, whitened));
  let total = 0;
  const adjustedWeights = Float64Array.from(weights, (weight, i) => {
    total += weight;
    return weight >= 0 ? weight : (weight * n) / Math.max(1e-12, lengths[i] ** 2);
  });
  const pathCorrection = isShort ? 0 : pathRate * (2 - pathRate);
  const covarianceDecay = 1 + rankOneRate * pathCorrection - rankOneRate - rankMuRate * total;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let p = 0; p < steps.length; p++) sum += adjustedWeights[p] * steps[p][i] * steps[p][j];
      const value =
        covarianceDecay * covariance[i * n + j] +
        rankOneRate * covariancePath[i] * covariancePath[j] +
        rankMuRate * sum;
      covariance[i * n + j] = value;
      covariance[j * n + i] = value;
    }
  }
  const growth = (stepSizeRate / parameters.stepSizeDamping) * (pathLength / expectedLength - 1);
  distribution.sigma *= Math.exp(Math.min(1, growth));
  const decompositionPeriod = 1 / ((rankOneRate + rankMuRate) * n * 10);
  if (distribution.generation + 1 - distribution.decomposedAt >= decompositionPeriod)
    decompose(distribution, n);
}

/**
 * Computes z = D^-1 B^T y of a step y.
 * @returns the length of z
 */
function whiten({ vectors, deviations }: Distribution, step: Float64Array, whitened: Float64Array): number {
  const n = step.length;
  let squared = 0;
  for (let k = 0; k < n; k++) {
    let along = 0;
    for (let i = 0; i < n; i++) along += vectors[k * n + i] * step[i];
    whitened[k] = along / deviations[k];
    squared += whitened[k] ** 2;
  }
  return Math.sqrt(squared);
}

/** Eigenvalues below this share of the largest one are raised to it. */
const MIN_EIGENVALUE_SHARE = 1e-16;

function decompose(distribution: Distribution, n: number): void {
  const { values, vectors } = symmetricEigen(new Matrix(n, n, distribution.covariance));
  distribution.vectors = vectors.values;
  distribution.deviations = values.map((value) =>
    Math.sqrt(Math.max(value, MIN_EIGENVALUE_SHARE * values[0], 1e-300)),
  );
  distribution.decomposedAt = distribution.generation + 1;
}

/**
 * Draws an option.
 * @param share uniform on [0, 1]
 * @returns the index of the option
 */
function drawOption(probabilities: Float64Array, share: number): number {
  let sum = 0;
  for (let k = 0; k < probabilities.length; k++) {
    sum += probabilities[k];
    if (share < sum) return k;
  }
  return probabilities.length - 1;
}

/** The share of the way to the better half's frequencies that the probabilities move in one generation. */
const CHOICE_RATE = 0.15;

/** Changes the probabilities in place. */
function learnChoice(
  probabilities: Float64Array,
  { weights, parents, margin }: Parameters,
  ranked: readonly Float64Array[],
  axis: number,
): void {
  const options = probabilities.length;
  if (options < 2) return;
  for (let k = 0; k < options; k++) probabilities[k] *= 1 - CHOICE_RATE;
  for (let i = 0; i < parents; i++) probabilities[ranked[i][axis]] += CHOICE_RATE * weights[i];
  const minProbability = margin / (options - 1);
  let sum = 0;
  for (let k = 0; k < options; k++) {
    probabilities[k] = Math.max(minProbability, probabilities[k]);
    sum += probabilities[k];
  }
  for (let k = 0; k < options; k++) probabilities[k] /= sum;
}
