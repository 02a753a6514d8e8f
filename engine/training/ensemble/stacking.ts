/**
 * Stacking: non-negative weights of the candidates that sum to one and minimise the out-of-fold error of their weighted mean.
 * Breiman (1996), "Stacked regressions"; Wolpert (1992), "Stacked generalization"; as averages of errors, Bates and Granger
 * (1969), "The combination of forecasts".
 */
import { Matrix } from "../../math/matrix.ts";
import { nonNegativeLeastSquares } from "../../math/non-negative.ts";

/** Candidates of less weight than this are left out. */
const MIN_WEIGHT = 0.01;

/**
 * Computes the weights w >= 0 with Σ w = 1 for which wᵀ C w, the mean square of the weighted sum of errors, is least.
 *
 * @param covariance the mean products C of the candidates' errors on held-out rows, n x n
 * @param n the number of candidates
 * @param rows the effective number of these rows: with few, the weights of similar candidates are shrunk towards each
 * other instead of following the noise
 * @returns n weights that sum to 1
 */
export function stackWeights(covariance: Float64Array, n: number, rows: number): Float64Array {
  const indices = Array.from({ length: n }, (_, i) => i);
  let weights = minimiseOnSimplex(covariance, n, rows);
  const selected = indices.filter((i) => weights[i] >= MIN_WEIGHT);
  if (selected.length < n) {
    const selectedCovariance = Float64Array.from({ length: selected.length ** 2 }, (_, at) => {
      const [i = 0, j = 0] = [selected[Math.floor(at / selected.length)], selected[at % selected.length]];
      return covariance[i * n + j];
    });
    const selectedWeights = minimiseOnSimplex(selectedCovariance, selected.length, rows);
    weights = new Float64Array(n);
    selected.forEach((i, at) => {
      weights[i] = selectedWeights[at];
    });
  }
  return weights;
}

/**
 * Minimises wᵀ C w on the simplex. The minimum of wᵀ C w + (1ᵀ w - 1)² for w >= 0 has the direction of the minimum on
 * the simplex: along a direction v of sum 1 it is vᵀ C v / (1 + vᵀ C v), which grows with vᵀ C v.
 */
function minimiseOnSimplex(covariance: Float64Array, n: number, rows: number): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) least = Math.min(least, covariance[i * n + i]);
  if (!(least > 0)) {
    const isExact = Float64Array.from({ length: n }, (_, i) => (covariance[i * n + i] > 0 ? 0 : 1));
    const count = isExact.reduce((sum, value) => sum + value, 0);
    return isExact.map((value) => value / count);
  }
  const shrinkage = 1 + n / rows;
  const gram = covariance.map((value, at) => (value / least) * (at % (n + 1) === 0 ? shrinkage : 1) + 1);
  const weights = nonNegativeLeastSquares(new Matrix(n, n, gram), new Float64Array(n).fill(1));
  const total = weights.reduce((sum, value) => sum + value, 0);
  if (total > 0) return weights.map((weight) => weight / total);
  // Errors are so different that their ratio overflows: the candidate with the least error gets all weight.
  const best = Array.from({ length: n }, (_, i) => covariance[i * n + i]).indexOf(least);
  return weights.map((_, i) => (i === best ? 1 : 0));
}

/**
 * Computes the number of rows with normal errors that would estimate the mean square as well, 3 (Σ r²)² / Σ r⁴: for
 * normal errors (Σ r²)² / Σ r⁴ is a third of the rows.
 *
 * @param errors one for each row
 * @returns at most the number of the errors
 */
export function countEffectiveRows(errors: Float64Array): number {
  let squares = 0;
  let fourths = 0;
  let largest = 0;
  for (const error of errors) largest = Math.max(largest, Math.abs(error));
  if (largest === 0) return errors.length;
  for (const error of errors) {
    const square = (error / largest) ** 2;
    squares += square;
    fourths += square * square;
  }
  return Math.min(errors.length, (3 * squares * squares) / fourths);
}
