/**
 * How much each voice counts: weights that are not negative and sum to one, by which the voices together come nearest to
 * what they were not shown. Breiman (1996), "Stacked regressions"; Wolpert (1992), "Stacked generalization"; as averages
 * of errors, Bates and Granger (1969), "The combination of forecasts".
 */
import { nonNegativeLeastSquares } from "../../math/non-negative.ts";

/** A voice that counts for less is left out. */
const LEAST_WEIGHT = 0.01;

/**
 * The weights for which the mean square of the weighted sum of errors is least.
 * @param covariance mean products of the voices' errors on kept-out rows, n x n.
 * @param rows how many rows these were found from, as if their errors were normal: with few, voices that are about as good
 *   count about as much, instead of as chance has it.
 */
export function stackWeights(covariance: Float64Array, n: number, rows: number): Float64Array {
  const kept = Array.from({ length: n }, (_, i) => i);
  let weights = onSimplex(covariance, n, rows);
  const heard = kept.filter((i) => (weights[i] ?? 0) >= LEAST_WEIGHT);
  if (heard.length < n) {
    const some = Float64Array.from({ length: heard.length ** 2 }, (_, at) => {
      const [i = 0, j = 0] = [heard[Math.floor(at / heard.length)], heard[at % heard.length]];
      return covariance[i * n + j] ?? 0;
    });
    const few = onSimplex(some, heard.length, rows);
    weights = new Float64Array(n);
    heard.forEach((i, at) => {
      weights[i] = few[at] ?? 0;
    });
  }
  return weights;
}

/**
 * Of wᵀ C w + (1ᵀ w - 1)², the least for w >= 0 points where the least of wᵀ C w does on the simplex: along a direction v
 * of sum 1 it is vᵀ C v / (1 + vᵀ C v), which grows with vᵀ C v.
 */
function onSimplex(covariance: Float64Array, n: number, rows: number): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) least = Math.min(least, covariance[i * n + i] ?? 0);
  if (!(least > 0)) {
    const exact = Float64Array.from({ length: n }, (_, i) => ((covariance[i * n + i] ?? 0) > 0 ? 0 : 1));
    const count = exact.reduce((sum, value) => sum + value, 0);
    return exact.map((value) => value / count);
  }
  const shrinkage = 1 + n / rows;
  const gram = covariance.map((value, at) => (value / least) * (at % (n + 1) === 0 ? shrinkage : 1) + 1);
  const weights = nonNegativeLeastSquares(gram, new Float64Array(n).fill(1), n);
  const total = weights.reduce((sum, value) => sum + value, 0);
  if (total > 0) return weights.map((weight) => weight / total);
  // Errors so far apart that a ratio of them is no number: the least has it all.
  const best = Array.from({ length: n }, (_, i) => covariance[i * n + i]).indexOf(least);
  return weights.map((_, i) => (i === best ? 1 : 0));
}

/** As many rows with normal errors would tell the mean square as well: (Σ r²)² / Σ r⁴ is a third of the rows then. */
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
