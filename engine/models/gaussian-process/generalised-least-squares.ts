/**
 * The trend of a Gaussian process by generalised least squares (Aitken, 1936; Rasmussen and Williams, 2006, equation 2.42): of terms
 * H at rows with covariances K and targets y, the coefficients are (Hᵀ K⁻¹ H)⁻¹ Hᵀ K⁻¹ y.
 */
import { factorise, solve } from "../../math/cholesky.ts";
import { contentsOf, fill, type Matrix64 } from "../../math/kernels/arena.ts";
import { Matrix } from "../../math/matrix.ts";
import { dot } from "../../math/products.ts";
import type { Workspace } from "./workspace.ts";

export interface TrendSolution {
  coefficients: Float64Array;
  /** K⁻¹ times the residuals of the trend, one a row: the mean is the covariances times these. */
  weights: Float64Array;
  /** K⁻¹ H, terms x count. */
  solvedTrend: Float64Array;
  /** Cholesky factor L of Hᵀ K⁻¹ H. */
  trendFactor: Matrix;
}

/**
 * Computes the coefficients of the trend, (Hᵀ K⁻¹ H)⁻¹ Hᵀ K⁻¹ y, and K⁻¹ times its residuals.
 * @param workspace with the Cholesky factor of K as its covariance.
 * @param trend H, terms x count.
 * @param targets y, one a row.
 * @param solution is filled.
 * @returns false where the terms are not independent of each other.
 */
export function solveTrend(
  workspace: Workspace,
  trend: Float64Array,
  targets: Float64Array,
  solution: TrendSolution,
): boolean {
  const size = solution.coefficients.length;
  const count = targets.length;
  solution.solvedTrend = computeSolvedTrend(workspace, trend, size, count);
  const factor = computeTrendFactor(solution.solvedTrend, trend, size, count);
  if (factor === null) return false;
  solution.trendFactor = factor;
  findWeights(workspace, trend, targets, solution);
  return true;
}

/** Computes K⁻¹ H. It is solved, not multiplied by the inverse: nearly singular covariances would spoil the weights. */
function computeSolvedTrend(
  { kernels, covariance }: Workspace,
  trend: Float64Array,
  size: number,
  count: number,
): Float64Array {
  const solved = kernels.matrix64(size, count);
  fill(solved, trend);
  const columns = kernels.matrix64(count, size);
  kernels.transpose(solved, columns);
  kernels.solveLower(covariance, columns);
  kernels.solveUpper(covariance, columns);
  kernels.transpose(columns, solved);
  return contentsOf(solved);
}

function computeTrendFactor(
  solvedTrend: Float64Array,
  trend: Float64Array,
  size: number,
  count: number,
): Matrix | null {
  const information = new Matrix(size, size);
  for (let a = 0; a < size; a++) {
    const row = solvedTrend.subarray(a * count, (a + 1) * count);
    for (let b = 0; b <= a; b++) information.set(a, b, dot(row, trend.subarray(b * count, (b + 1) * count)));
  }
  return factorise(information);
}

/** Computes the coefficients, and K⁻¹ times the residuals that they leave. */
function findWeights(
  { kernels, covariance }: Workspace,
  trend: Float64Array,
  targets: Float64Array,
  { coefficients, weights, solvedTrend, trendFactor }: TrendSolution,
): void {
  const size = coefficients.length;
  const count = targets.length;
  for (let term = 0; term < size; term++)
    coefficients[term] = dot(solvedTrend.subarray(term * count, (term + 1) * count), targets);
  solve(trendFactor, coefficients);
  const residuals = kernels.vector64(count);
  residuals.values.set(targets);
  for (let term = 0; term < size; term++) {
    const coefficient = coefficients[term];
    for (let i = 0; i < count; i++) residuals.values[i] -= coefficient * trend[term * count + i];
  }
  kernels.solveVector(covariance, residuals);
  weights.set(residuals.values.subarray(0, count));
}

/** Fills a matrix, terms x count, with the T of K⁻¹ - Tᵀ T, the inverse on what the trend leaves. */
export function fillCorrectionRoot({ solvedTrend, trendFactor }: TrendSolution, root: Matrix64): void {
  const { values, stride, rows, columns } = root;
  fill(root, solvedTrend);
  // L⁻¹ times K⁻¹ H.
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * stride, i * stride + columns);
    for (let p = 0; p < i; p++) {
      const share = trendFactor.at(i, p);
      const above = values.subarray(p * stride, p * stride + columns);
      for (let j = 0; j < columns; j++) row[j] -= share * above[j];
    }
    const pivot = trendFactor.at(i, i);
    for (let j = 0; j < columns; j++) row[j] /= pivot;
  }
}
