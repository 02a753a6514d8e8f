/**
 * Stacking: non-negative weights of the candidates that sum to one and minimise the out-of-fold error of their weighted mean.
 * Breiman (1996), "Stacked regressions"; Wolpert (1992), "Stacked generalization"; as averages of errors, Bates and Granger
 * (1969), "The combination of forecasts".
 */
import { nonNegativeLeastSquares } from "../../math/non-negative.ts";

/** Candidates of less weight are left out. */
const MIN_WEIGHT = 0.01;

/**
 * The weights for which the mean square of the weighted sum of errors is least.
 * @param covariance mean products of the candidates' errors on held-out rows, n x n.
 * @param rows the effective number of these rows: with few, the weights of similar candidates are shrunk towards each other
 *   instead of following the noise.
 */
export function stackWeights(covariance: Float64Array, n: number, rows: number): Float64Array {
  const all = Array.from({ length: n }, (_, i) => i);
  let weights = onSimplex(covariance, n, rows);
  const kept = all.filter((i) => weights[i] >= MIN_WEIGHT);
  if (kept.length < n) {
    const some = Float64Array.from({ length: kept.length ** 2 }, (_, at) => {
      const [i = 0, j = 0] = [kept[Math.floor(at / kept.length)], kept[at % kept.length]];
      return covariance[i * n + j];
    });
    const few = onSimplex(some, kept.length, rows);
    weights = new Float64Array(n);
    kept.forEach((i, at) => {
      weights[i] = few[at];
    });
  }
  return weights;
}

/**
 * The minimum of wᵀ C w + (1ᵀ w - 1)² for w >= 0 has the direction of the minimum of wᵀ C w on the simplex: along a direction
 * v of sum 1 it is vᵀ C v / (1 + vᵀ C v), which grows with vᵀ C v.
 */
function onSimplex(covariance: Float64Array, n: number, rows: number): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) least = Math.min(least, covariance[i * n + i]);
  if (!(least > 0)) {
    const exact = Float64Array.from({ length: n }, (_, i) => (covariance[i * n + i] > 0 ? 0 : 1));
    const count = exact.reduce((sum, value) => sum + value, 0);
    return exact.map((value) => value / count);
  }
  const shrinkage = 1 + n / rows;
  const gram = covariance.map((value, at) => (value / least) * (at % (n + 1) === 0 ? shrinkage : 1) + 1);
  const weights = nonNegativeLeastSquares(gram, new Float64Array(n).fill(1), n);
  const total = weights.reduce((sum, value) => sum + value, 0);
  if (total > 0) return weights.map((weight) => weight / total);
  // Errors so different that their ratio overflows: all weight to the least.
  const best = Array.from({ length: n }, (_, i) => covariance[i * n + i]).indexOf(least);
  return weights.map((_, i) => (i === best ? 1 : 0));
}

/** The number of rows with normal errors that would estimate the mean square as well: for these (Σ r²)² / Σ r⁴ is a third of the rows. */
export function effectiveRows(errors: Float64Array): number {
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
