/**
 * The restricted likelihood of a Gaussian process with a polynomial trend (Patterson and Thompson, 1971; Rasmussen and
 * Williams, 2006, equation 2.45), its signal variance at the optimum, and everything that follows from it in closed form.
 */

import { factorise, solve } from "../../math/cholesky.ts";
import { fill, type Matrix64, rowsOf, viewRow } from "../../math/kernels/arena.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import { computeNoiseShare, type Layout } from "./layout.ts";
import type { CovarianceFamily } from "./model/model.ts";
import type { Rows } from "./model/rows.ts";
import { evaluateTerms, type Terms } from "./model/terms.ts";
import { createPoints, fillOwn, type PointMatrices, priorVariance, toMatrices } from "./points.ts";
import { addPrior, DEFAULT_LENGTHS, type LengthPrior } from "./prior.ts";
import { createShape } from "./shape.ts";
import { addShapeGradient, byDistance, byProduct } from "./shape-gradient.ts";
import type { Workspace } from "./workspace.ts";

export interface LikelihoodState extends TrendSolution {
  signalVariance: number;
  /** The noise variance as a share of the signal's variance. */
  noise: number;
  /** One over the leave-one-out variance of each row's mean, as a share of the signal's variance. */
  precisions: Float64Array;
}

/** Avoids the logarithm of 0 where the trend alone fits the rows. */
export const MIN_SQUARES = 1e-24;
/** The least precision of a row that the trend alone determines, as a share of its precision without a trend. */
export const MIN_PRECISION = 1e-9;

/** The posterior of the hyperparameters of one form of kernel and trend, given some rows. */
export class Likelihood {
  readonly rows: Rows;
  readonly layout: Layout;
  readonly family: CovarianceFamily;
  readonly terms: Terms;
  /** terms x rows. */
  readonly trend: Matrix;
  /** The quantities that follow from the point evaluated last. */
  readonly state: LikelihoodState;
  readonly #workspace: Workspace;
  readonly #termCount: number;
  readonly #degreesOfFreedom: number;
  readonly #lengthPrior: LengthPrior;

  constructor(
    rows: Rows,
    layout: Layout,
    family: CovarianceFamily,
    terms: Terms,
    workspace: Workspace,
    lengthPrior: LengthPrior = DEFAULT_LENGTHS,
  ) {
    const { count, inputs, total } = rows;
    const size = terms.length / 2;
    this.rows = rows;
    this.layout = layout;
    this.family = family;
    this.terms = terms;
    this.trend = evaluateTerms(terms, inputs);
    this.#workspace = workspace;
    this.#lengthPrior = lengthPrior;
    this.#termCount = size;
    this.#degreesOfFreedom = Math.max(1, total - size);
    this.state = {
      signalVariance: 1,
      noise: 0,
      weights: new Float64Array(count),
      precisions: new Float64Array(count).fill(1),
      coefficients: new Float64Array(size),
      solvedTrend: new Matrix(size, count),
      trendFactor: new Matrix(size, size),
    };
  }

  /**
   * Computes minus the logarithm of the posterior density of the hyperparameters, up to a constant. Without repeated rows
   * it is (log |K| + log |Hᵀ K⁻¹ H| + (n - p) log s²) / 2 minus the logarithm of the prior, for n rows, p terms H of the
   * trend, the covariances K as shares of the signal variance, and that variance s² at its optimum.
   * @param point the hyperparameters, in the order of the layout.
   * @param gradient is filled with the derivatives by the hyperparameters, unless it is null.
   * @returns infinity where the covariances are singular.
   */
  *evaluate(point: Float64Array, gradient: Float64Array | null): Generator<undefined, number> {
    const { kernels } = this.#workspace;
    const mark = kernels.mark();
    try {
      return yield* this.#evaluate(point, gradient);
    } finally {
      kernels.release(mark);
    }
  }

  *#evaluate(point: Float64Array, gradient: Float64Array | null): Generator<undefined, number> {
    const { kernels, covariance, inverse } = this.#workspace;
    const { layout, state } = this;
    const { inputs, targets } = this.rows;
    const noise = computeNoiseShare(layout, point);
    const points = createPoints(this.family, createShape(layout, point), inputs);
    if (!points.scaled.values.every(Number.isFinite)) return Number.POSITIVE_INFINITY;
    const matrices = toMatrices(kernels, points);
    this.#fillCovariance(matrices, noise);
    yield;
    if (!kernels.cholesky(covariance)) return Number.POSITIVE_INFINITY;
    // log |K| / 2, of Rasmussen and Williams (2006), equation 2.45.
    let value = 0.5 * kernels.logDeterminant(covariance);
    yield;
    kernels.inverse(covariance, inverse);
    yield;

    if (!solveTrend(this.#workspace, this.trend, targets, state)) return Number.POSITIVE_INFINITY;
    const size = this.#termCount;
    // log |Hᵀ K⁻¹ H| / 2, of the same equation.
    for (let term = 0; term < size; term++) value += Math.log(state.trendFactor.at(term, term));
    value += this.#estimateSignalVariance(noise);
    if (!Number.isFinite(value)) return Number.POSITIVE_INFINITY;

    const roots = this.#rootsOfCorrection();
    const { byNoise, byVariance } = this.#findPrecisions(roots);
    if (gradient === null) return value + this.#prior(point, new Float64Array(layout.size));
    kernels.multiply(roots, roots, inverse, "Aᵀ B", -1);
    yield;

    gradient.fill(0);
    const gradientByShape = layout.factors > 0 ? byProduct : byDistance;
    const byShape = gradientByShape(kernels, layout, matrices, inverse, byVariance, gradient);
    addShapeGradient(layout, point, inputs, points, byShape, gradient);
    const noiseAt = layout.lengths;
    gradient[noiseAt] += byNoise * Math.exp(point[noiseAt]);
    yield;
    return value + this.#prior(point, gradient);
  }

  #prior(point: Float64Array, gradient: Float64Array): number {
    return addPrior(this.layout, point, gradient, this.#lengthPrior);
  }

  #fillCovariance(matrices: PointMatrices, noise: number): void {
    const { kernels, covariance } = this.#workspace;
    fillOwn(kernels, matrices, covariance);
    const prior = priorVariance(matrices.points.strengths);
    for (let i = 0; i < this.rows.count; i++)
      covariance.values[i * (covariance.stride + 1)] = prior + noise * this.rows.noiseShares[i];
  }

  /** Sets the signal variance to its optimum; returns the part of the value that depends on it and on the noise of repetitions. */
  #estimateSignalVariance(noise: number): number {
    const { count, targets, total, scatter } = this.rows;
    const { state } = this;
    const freedom = this.#degreesOfFreedom;
    const squares = Math.max(MIN_SQUARES, dot(state.weights, targets) + scatter / noise);
    state.signalVariance = squares / freedom;
    state.noise = noise;
    return 0.5 * freedom * Math.log(state.signalVariance) + 0.5 * (total - count) * Math.log(noise);
  }

  /** The root of the trend's correction, a row a term, and the scaled weights. */
  #rootsOfCorrection(): Matrix64 {
    const { kernels } = this.#workspace;
    const { count } = this.rows;
    const { weights, signalVariance } = this.state;
    const size = this.#termCount;
    const roots = kernels.matrix64(size + 1, count);
    fillCorrectionRoot(this.state, rowsOf(roots, 0, size));
    const root = 1 / Math.sqrt(signalVariance);
    for (let i = 0; i < count; i++) roots.values[size * roots.stride + i] = weights[i] * root;
    return roots;
  }

  /** Fills the precisions; returns the value's derivatives by the noise and by the variance of all rows. */
  #findPrecisions(roots: Matrix64): { byNoise: number; byVariance: number } {
    const { inverse } = this.#workspace;
    const { count, noiseShares, total, scatter } = this.rows;
    const { weights, precisions, signalVariance, noise } = this.state;
    const size = this.#termCount;
    const root = 1 / Math.sqrt(signalVariance);
    let byNoise = 0.5 * ((total - count) / noise - scatter / (signalVariance * noise * noise));
    let byVariance = 0;
    for (let i = 0; i < count; i++) {
      const withoutTrend = inverse.values[i * (inverse.stride + 1)];
      let precision = withoutTrend;
      for (let term = 0; term < size; term++) precision -= roots.values[term * roots.stride + i] ** 2;
      precisions[i] = Math.max(precision, MIN_PRECISION * withoutTrend);
      const weight = weights[i] * root;
      const byDiagonal = 0.5 * (precision - weight * weight);
      byVariance += byDiagonal;
      byNoise += byDiagonal * noiseShares[i];
    }
    return { byNoise, byVariance };
  }
}

// The trend of a Gaussian process by generalised least squares (Aitken, 1936; Rasmussen and Williams, 2006, equation 2.42): of terms
// H at rows with covariances K and targets y, the coefficients are (Hᵀ K⁻¹ H)⁻¹ Hᵀ K⁻¹ y.

interface TrendSolution {
  coefficients: Float64Array;
  /** K⁻¹ times the residuals of the trend, one a row: the mean is the covariances times these. */
  weights: Float64Array;
  /** K⁻¹ H, terms x rows. */
  solvedTrend: Matrix;
  /** Cholesky factor L of Hᵀ K⁻¹ H. */
  trendFactor: Matrix;
}

/**
 * Computes the coefficients of the trend, (Hᵀ K⁻¹ H)⁻¹ Hᵀ K⁻¹ y, and K⁻¹ times its residuals.
 * @param workspace with the Cholesky factor of K as its covariance.
 * @param trend H, terms x rows.
 * @param targets y, one a row.
 * @param solution is filled.
 * @returns false where the terms are not independent of each other.
 */
function solveTrend(
  workspace: Workspace,
  trend: Matrix,
  targets: Float64Array,
  solution: TrendSolution,
): boolean {
  solution.solvedTrend = computeSolvedTrend(workspace, trend);
  const factor = computeTrendFactor(solution.solvedTrend, trend);
  if (factor === null) return false;
  solution.trendFactor = factor;
  findWeights(workspace, trend, targets, solution);
  return true;
}

/** Computes K⁻¹ H. It is solved, not multiplied by the inverse: nearly singular covariances would spoil the weights. */
function computeSolvedTrend({ kernels, covariance }: Workspace, trend: Matrix): Matrix {
  const solved = kernels.copyIn(trend);
  const columns = kernels.matrix64(trend.columns, trend.rows);
  kernels.transpose(solved, columns);
  kernels.solveLower(covariance, columns);
  kernels.solveUpper(covariance, columns);
  kernels.transpose(columns, solved);
  return Matrix.copyOf(solved);
}

function computeTrendFactor(solvedTrend: Matrix, trend: Matrix): Matrix | null {
  const information = new Matrix(trend.rows, trend.rows);
  for (let a = 0; a < trend.rows; a++)
    for (let b = 0; b <= a; b++) information.set(a, b, dot(solvedTrend.row(a), trend.row(b)));
  return factorise(information);
}

/** Computes the coefficients, and K⁻¹ times the residuals that they leave. */
function findWeights(
  { kernels, covariance }: Workspace,
  trend: Matrix,
  targets: Float64Array,
  { coefficients, weights, solvedTrend, trendFactor }: TrendSolution,
): void {
  const size = coefficients.length;
  const count = targets.length;
  for (let term = 0; term < size; term++) coefficients[term] = dot(solvedTrend.row(term), targets);
  solve(trendFactor, coefficients);
  const residuals = kernels.copyVectorIn(targets);
  for (let term = 0; term < size; term++) {
    const coefficient = coefficients[term];
    const values = trend.row(term);
    for (let i = 0; i < count; i++) residuals.values[i] -= coefficient * values[i];
  }
  kernels.solveVector(covariance, residuals);
  weights.set(residuals.values.subarray(0, count));
}

/** Fills a matrix, terms x count, with the T of K⁻¹ - Tᵀ T, the inverse on what the trend leaves. */
function fillCorrectionRoot({ solvedTrend, trendFactor }: TrendSolution, root: Matrix64): void {
  const { rows, columns } = root;
  fill(root, solvedTrend.values);
  // L⁻¹ times K⁻¹ H.
  for (let i = 0; i < rows; i++) {
    const row = viewRow(root, i);
    for (let p = 0; p < i; p++) {
      const share = trendFactor.at(i, p);
      const above = viewRow(root, p);
      for (let j = 0; j < columns; j++) row[j] -= share * above[j];
    }
    const pivot = trendFactor.at(i, i);
    for (let j = 0; j < columns; j++) row[j] /= pivot;
  }
}
