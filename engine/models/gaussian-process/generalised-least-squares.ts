/**
 * The trend of a Gaussian process by generalised least squares (Aitken, 1936; Rasmussen and Williams, 2006, equation 2.42): of terms
 * H at rows with covariances K and targets y, the coefficients are (Hᵀ K⁻¹ H)⁻¹ Hᵀ K⁻¹ y.
 */
import { factorise, solve } from "../../math/cholesky.ts";
import { fill, type Matrix64, viewRow } from "../../math/kernels/arena.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import type { Workspace } from "./workspace.ts";

export interface TrendSolution {
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
export function solveTrend(
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
export function fillCorrectionRoot({ solvedTrend, trendFactor }: TrendSolution, root: Matrix64): void {
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
