/**
 * The restricted likelihood of a Gaussian process with a polynomial trend (Patterson and Thompson, 1971; Rasmussen and
 * Williams, 2006, section 2.7), its signal variance at the optimum, and everything that follows from it in closed form.
 */
import { factorise, solve } from "../../math/cholesky.ts";
import { contentsOf, fill, type Matrix64 } from "../../math/kernels/arena.ts";
import { dot } from "../../math/products.ts";
import type { CovarianceFamily } from "./model.ts";
import { addShapeGradient, type Layout, noiseOf, shapeOf } from "./parameters.ts";
import { fillOwn, pointsOf, priorVariance, toMatrices } from "./points.ts";
import { addPrior } from "./prior.ts";
import type { Rows } from "./rows.ts";
import { byDistance, byProduct } from "./shape-gradient.ts";
import { evaluateTerms, type Terms } from "./terms.ts";
import type { Workspace } from "./workspace.ts";

export interface Likelihood {
  layout: Layout;
  family: CovarianceFamily;
  terms: Terms;
  rows: Rows;
  /** terms x count. */
  trend: Float64Array;
  /**
   * Minus the logarithm of the posterior density of the parameters, up to a constant; infinite where the covariances are
   * singular. Fills the gradient, where one is asked for.
   */
  evaluate(point: Float64Array, gradient: Float64Array | null): Generator<undefined, number>;
  /** What the point evaluated last makes of the rows. */
  state: LikelihoodState;
}

export interface LikelihoodState {
  signalVariance: number;
  /** As a share of the signal's variance. */
  noise: number;
  /** Of each row: by which covariances add up to the mean. */
  weights: Float64Array;
  /** One over the variance, as a share of the signal's, with which the other rows foretell the row's mean. */
  precisions: Float64Array;
  coefficients: Float64Array;
  /** K⁻¹ H, terms x count, of the covariances K and the terms H at the rows. */
  solvedTrend: Float64Array;
  /** Cholesky factor of Hᵀ K⁻¹ H. */
  trendFactor: Float64Array;
}

/** Against logarithms of nothing where the trend alone fits the rows. */
export const LEAST_SQUARES = 1e-24;
/** Of a row, where the trend follows it wherever it goes, as a share of what it would be without a trend. */
export const LEAST_PRECISION = 1e-9;

export function createLikelihood(
  rows: Rows,
  layout: Layout,
  family: CovarianceFamily,
  terms: Terms,
  workspace: Workspace,
): Likelihood {
  const { kernels, covariance, inverse } = workspace;
  const { count, inputs, targets, noiseShares, total, scatter } = rows;
  const size = terms.length / 2;
  const trend = evaluateTerms(terms, inputs, count);
  const freedom = Math.max(1, total - size);
  const state: LikelihoodState = {
    signalVariance: 1,
    noise: 0,
    weights: new Float64Array(count),
    precisions: new Float64Array(count).fill(1),
    coefficients: new Float64Array(size),
    solvedTrend: new Float64Array(size * count),
    trendFactor: new Float64Array(size * size),
  };

  function* evaluate(point: Float64Array, gradient: Float64Array | null): Generator<undefined, number> {
    const mark = kernels.mark();
    try {
      return yield* evaluateIn(point, gradient);
    } finally {
      kernels.release(mark);
    }
  }

  function* evaluateIn(point: Float64Array, gradient: Float64Array | null): Generator<undefined, number> {
    const noise = noiseOf(layout, point);
    const points = pointsOf(family, shapeOf(layout, point), inputs, count);
    if (!points.scaled.every(Number.isFinite)) return Number.POSITIVE_INFINITY;
    const matrices = toMatrices(kernels, points);
    fillOwn(kernels, matrices, covariance);
    const prior = priorVariance(points.strengths);
    for (let i = 0; i < count; i++)
      covariance.values[i * (covariance.stride + 1)] = prior + noise * (noiseShares[i] ?? 1);
    yield;
    if (!kernels.cholesky(covariance)) return Number.POSITIVE_INFINITY;
    let value = 0.5 * kernels.logDeterminant(covariance);
    yield;
    kernels.inverse(covariance, inverse);
    yield;

    // Solved, not multiplied by the inverse: near singular covariances would spoil the weights.
    const solved = kernels.matrix64(size, count);
    fill(solved, trend);
    const columns = kernels.matrix64(count, size);
    kernels.transpose(solved, columns);
    kernels.solveLower(covariance, columns);
    kernels.solveUpper(covariance, columns);
    kernels.transpose(columns, solved);
    state.solvedTrend = contentsOf(solved);
    const factor = trendFactorOf(state.solvedTrend, trend, size, count);
    if (factor === null) return Number.POSITIVE_INFINITY;
    state.trendFactor = factor;
    for (let term = 0; term < size; term++) value += Math.log(factor[term * size + term] ?? 1);
    findWeights();
    const squares = Math.max(LEAST_SQUARES, dot(state.weights, targets) + scatter / noise);
    const signalVariance = squares / freedom;
    state.signalVariance = signalVariance;
    state.noise = noise;
    value += 0.5 * freedom * Math.log(signalVariance) + 0.5 * (total - count) * Math.log(noise);
    if (!Number.isFinite(value)) return Number.POSITIVE_INFINITY;

    // The rows of `taken` are those of T with K⁻¹ - Tᵀ T the inverse on what the trend leaves.
    const taken = kernels.matrix64(size + 1, count);
    taken.values.set(solved.values);
    eliminate(factor, taken, size);
    const root = 1 / Math.sqrt(signalVariance);
    for (let i = 0; i < count; i++) taken.values[size * taken.stride + i] = (state.weights[i] ?? 0) * root;
    let byNoise = 0.5 * ((total - count) / noise - scatter / (signalVariance * noise * noise));
    let byVariance = 0;
    for (let i = 0; i < count; i++) {
      const whole = inverse.values[i * (inverse.stride + 1)] ?? 1;
      let precision = whole;
      for (let term = 0; term < size; term++) precision -= (taken.values[term * taken.stride + i] ?? 0) ** 2;
      state.precisions[i] = Math.max(precision, LEAST_PRECISION * whole);
      const weight = (state.weights[i] ?? 0) * root;
      const byDiagonal = 0.5 * (precision - weight * weight);
      byVariance += byDiagonal;
      byNoise += byDiagonal * (noiseShares[i] ?? 1);
    }
    if (gradient === null) return value + addPrior(layout, point, new Float64Array(layout.size));
    kernels.multiply(taken, taken, inverse, "Aᵀ B", -1);
    yield;

    gradient.fill(0);
    const byShape = layout.factors > 0 ? byProduct : byDistance;
    const { byCoordinate, byComponent } = byShape(kernels, layout, matrices, inverse, byVariance, gradient);
    addShapeGradient(layout, point, inputs, points, byCoordinate, byComponent, gradient);
    const noiseAt = layout.lengths;
    gradient[noiseAt] = (gradient[noiseAt] ?? 0) + byNoise * Math.exp(point[noiseAt] ?? 0);
    yield;
    return value + addPrior(layout, point, gradient);
  }

  /** The coefficients of the trend, and K⁻¹ times what it leaves of the targets. */
  function findWeights(): void {
    const { coefficients, weights, solvedTrend, trendFactor } = state;
    for (let term = 0; term < size; term++)
      coefficients[term] = dot(solvedTrend.subarray(term * count, (term + 1) * count), targets);
    solve(trendFactor, coefficients, size);
    const rest = kernels.vector64(count);
    rest.values.set(targets);
    for (let term = 0; term < size; term++) {
      const share = coefficients[term] ?? 0;
      for (let i = 0; i < count; i++)
        rest.values[i] = (rest.values[i] ?? 0) - share * (trend[term * count + i] ?? 0);
    }
    kernels.solveVector(covariance, rest);
    weights.set(rest.values.subarray(0, count));
  }

  return { layout, family, terms, rows, trend, evaluate, state };
}

function trendFactorOf(
  solvedTrend: Float64Array,
  trend: Float64Array,
  size: number,
  count: number,
): Float64Array | null {
  const information = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    const row = solvedTrend.subarray(a * count, (a + 1) * count);
    for (let b = 0; b <= a; b++)
      information[a * size + b] = dot(row, trend.subarray(b * count, (b + 1) * count));
  }
  const factor = new Float64Array(size * size);
  return factorise(information, factor, size) ? factor : null;
}

/** The first rows of a matrix become L⁻¹ times them, of a lower triangular factor L. */
function eliminate(factor: Float64Array, matrix: Matrix64, size: number): void {
  const { values, stride, columns } = matrix;
  for (let i = 0; i < size; i++) {
    const row = values.subarray(i * stride, i * stride + columns);
    for (let p = 0; p < i; p++) {
      const share = factor[i * size + p] ?? 0;
      const above = values.subarray(p * stride, p * stride + columns);
      for (let j = 0; j < columns; j++) row[j] = (row[j] ?? 0) - share * (above[j] ?? 0);
    }
    const pivot = factor[i * size + i] ?? 1;
    for (let j = 0; j < columns; j++) row[j] = (row[j] ?? 0) / pivot;
  }
}
