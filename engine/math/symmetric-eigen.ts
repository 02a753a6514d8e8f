import { Matrix } from "./matrix.ts";

/**
 * Computes the eigenvalues (descending) and eigenvectors of a symmetric matrix by cyclic rotations: Jacobi (1846), in the form of Golub and
 * Van Loan, "Matrix Computations", section 8.5. It is meant for matrices of up to a few hundred rows.
 * @param matrix n x n, symmetric
 * @returns values: n; vectors: n x n, row k belongs to value k
 */
export function symmetricEigen(matrix: Matrix): { values: Float64Array; vectors: Matrix } {
  const n = matrix.rows;
  const a = matrix.values.slice();
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  let total = 0;
  for (const value of a) total += value * value;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = 0; q < p; q++) off += a[p * n + q] ** 2;
    if (off <= 1e-30 * total) break;
    for (let p = 1; p < n; p++) for (let q = 0; q < p; q++) rotate(a, vectors, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j * n + j] - a[i * n + i]);
  return {
    values: Float64Array.from(order, (i) => a[i * n + i]),
    vectors: new Matrix(n, n, vectors).gatherRows(order),
  };
}

/** Makes a[p, q] zero; both the matrix and the rows of `vectors` are turned. */
function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < n; k++) {
    const kp = a[k * n + p];
    const kq = a[k * n + q];
    a[k * n + p] = cosine * kp - sine * kq;
    a[k * n + q] = sine * kp + cosine * kq;
  }
  for (const m of [a, vectors]) {
    for (let k = 0; k < n; k++) {
      const pk = m[p * n + k];
      const qk = m[q * n + k];
      m[p * n + k] = cosine * pk - sine * qk;
      m[q * n + k] = sine * pk + cosine * qk;
    }
  }
}
