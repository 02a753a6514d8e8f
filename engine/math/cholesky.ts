/**
 * The Cholesky factor L of a symmetric positive definite matrix (n x n, row-major, lower triangle read), A = L Lᵀ.
 * Returns false, with `factor` in no particular state, when a pivot is not positive (or not a number).
 */
export function factorise(matrix: Float64Array, factor: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j <= i; j++) {
      const other = j * n;
      let even = 0;
      let odd = 0;
      let p = 0;
      // Two sums: the loop waits on additions otherwise.
      for (; p + 1 < j; p += 2) {
        even += (factor[row + p] ?? 0) * (factor[other + p] ?? 0);
        odd += (factor[row + p + 1] ?? 0) * (factor[other + p + 1] ?? 0);
      }
      if (p < j) even += (factor[row + p] ?? 0) * (factor[other + p] ?? 0);
      const rest = (matrix[row + j] ?? 0) - even - odd;
      if (j < i) factor[row + j] = rest / (factor[other + j] ?? 1);
      else if (rest > 0 && Number.isFinite(rest)) factor[row + i] = Math.sqrt(rest);
      else return false;
    }
  }
  return true;
}

/** Solves L Lᵀ x = b in place. */
export function solve(factor: Float64Array, x: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i] ?? 0;
    for (let p = 0; p < i; p++) sum -= (factor[i * n + p] ?? 0) * (x[p] ?? 0);
    x[i] = sum / (factor[i * n + i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i--) {
    const value = (x[i] ?? 0) / (factor[i * n + i] ?? 1);
    x[i] = value;
    for (let p = 0; p < i; p++) x[p] = (x[p] ?? 0) - (factor[i * n + p] ?? 0) * value;
  }
}
