/**
 * Computes the Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ.
 * @param matrix A, n x n, row-major; only the lower triangle is read.
 * @param factor L, n x n, row-major; only the lower triangle is written.
 * @returns false, with `factor` in no particular state, when a pivot is not positive (or not a number).
 */
export function factorise(matrix: Float64Array, factor: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j <= i; j++) {
      const pivotRow = j * n;
      let even = 0;
      let odd = 0;
      let p = 0;
      // Two sums: the loop waits on additions otherwise.
      for (; p + 1 < j; p += 2) {
        even += factor[row + p] * factor[pivotRow + p];
        odd += factor[row + p + 1] * factor[pivotRow + p + 1];
      }
      if (p < j) even += factor[row + p] * factor[pivotRow + p];
      const remainder = matrix[row + j] - even - odd;
      if (j < i) factor[row + j] = remainder / factor[pivotRow + j];
      else if (remainder > 0 && Number.isFinite(remainder)) factor[row + i] = Math.sqrt(remainder);
      else return false;
    }
  }
  return true;
}

/**
 * Solves L Lᵀ x = b.
 * @param factor L, n x n, row-major.
 * @param x holds b, and is overwritten with the solution.
 */
export function solve(factor: Float64Array, x: Float64Array, n: number): void {
  solveLower(factor, x, n);
  solveTransposed(factor, x, n);
}

/**
 * Solves L x = b by forward substitution.
 * @param factor L: n x n, row-major, lower triangular; what is above the diagonal is not read
 * @param x holds b (n) and is overwritten with the solution
 * @param n the number of rows
 */
export function solveLower(factor: Float64Array, x: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let p = 0; p < i; p++) sum -= factor[i * n + p] * x[p];
    x[i] = sum / factor[i * n + i];
  }
}

/**
 * Solves Lᵀ x = b by back substitution.
 * @param factor L: n x n, row-major, lower triangular; what is above the diagonal is not read
 * @param x holds b (n) and is overwritten with the solution
 * @param n the number of rows
 */
export function solveTransposed(factor: Float64Array, x: Float64Array, n: number): void {
  for (let i = n - 1; i >= 0; i--) {
    const value = x[i] / factor[i * n + i];
    x[i] = value;
    for (let p = 0; p < i; p++) x[p] -= factor[i * n + p] * value;
  }
}
