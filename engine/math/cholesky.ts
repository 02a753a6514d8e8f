import { Matrix } from "./matrix.ts";

/**
 * Computes the Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ.
 * @param matrix A: n x n; only the lower triangle is read
 * @returns L: n x n, with zeros above the diagonal; null when a pivot is not positive (or not a number)
 */
export function factorise(matrix: Matrix): Matrix | null {
  const { rows: n, values } = matrix;
  const result = new Matrix(n, n);
  const factor = result.values;
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
      const remainder = values[row + j] - even - odd;
      if (j < i) factor[row + j] = remainder / factor[pivotRow + j];
      else if (remainder > 0 && Number.isFinite(remainder)) factor[row + i] = Math.sqrt(remainder);
      else return null;
    }
  }
  return result;
}

/**
 * Computes the Cholesky factor of a matrix that is positive definite but for rounding errors.
 * @param matrix A: n x n; only the lower triangle is read
 * @returns L: n x n; nothing but NaN where rounding made a pivot negative, so that no wrong number follows from it
 */
export function factoriseDefinite(matrix: Matrix): Matrix {
  const { rows: n } = matrix;
  return factorise(matrix) ?? new Matrix(n, n, new Float64Array(n * n).fill(Number.NaN));
}

/**
 * Solves L Lᵀ x = b.
 * @param factor L: n x n
 * @param x holds b (n) and is overwritten with the solution
 */
export function solve(factor: Matrix, x: Float64Array): void {
  solveLower(factor, x);
  solveTransposed(factor, x);
}

/**
 * Solves L x = b by forward substitution.
 * @param factor L: n x n, lower triangular; what is above the diagonal is not read
 * @param x holds b (n) and is overwritten with the solution
 */
export function solveLower({ rows: n, values: factor }: Matrix, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let p = 0; p < i; p++) sum -= factor[i * n + p] * x[p];
    x[i] = sum / factor[i * n + i];
  }
}

/**
 * Solves Lᵀ x = b by back substitution.
 * @param factor L: n x n, lower triangular; what is above the diagonal is not read
 * @param x holds b (n) and is overwritten with the solution
 */
export function solveTransposed({ rows: n, values: factor }: Matrix, x: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    const value = x[i] / factor[i * n + i];
    x[i] = value;
    for (let p = 0; p < i; p++) x[p] -= factor[i * n + p] * value;
  }
}
