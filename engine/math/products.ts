/**
 * Products of matrices (row-major, without padding) in plain TypeScript, for those too small, or multiplied too
 * seldom, to be copied to the memory of the kernels in kernels/kernels.ts, where training and prediction spend their
 * time.
 */

/**
 * Computes C = A B.
 * @param a m x k, row-major.
 * @param b k x n, row-major.
 * @param c m x n, row-major; overwritten.
 */
export function multiply(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  m: number,
  n: number,
  k: number,
): void {
  let i = 0;
  for (; i + 1 < m; i += 2) multiplyTwoRows(a, b, c, i, n, k);
  if (i < m) multiplyRow(a, b, c, i, n, k);
}

function multiplyTwoRows(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  i: number,
  n: number,
  k: number,
): void {
  const row0 = i * k;
  const row1 = row0 + k;
  const out0 = i * n;
  const out1 = out0 + n;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    let c00 = 0;
    let c01 = 0;
    let c02 = 0;
    let c03 = 0;
    let c10 = 0;
    let c11 = 0;
    let c12 = 0;
    let c13 = 0;
    for (let p = 0, at = j; p < k; p++, at += n) {
      const x0 = a[row0 + p];
      const x1 = a[row1 + p];
      const y0 = b[at];
      const y1 = b[at + 1];
      const y2 = b[at + 2];
      const y3 = b[at + 3];
      c00 += x0 * y0;
      c01 += x0 * y1;
      c02 += x0 * y2;
      c03 += x0 * y3;
      c10 += x1 * y0;
      c11 += x1 * y1;
      c12 += x1 * y2;
      c13 += x1 * y3;
    }
    c[out0 + j] = c00;
    c[out0 + j + 1] = c01;
    c[out0 + j + 2] = c02;
    c[out0 + j + 3] = c03;
    c[out1 + j] = c10;
    c[out1 + j + 1] = c11;
    c[out1 + j + 2] = c12;
    c[out1 + j + 3] = c13;
  }
  for (; j < n; j++) {
    let c0 = 0;
    let c1 = 0;
    for (let p = 0, at = j; p < k; p++, at += n) {
      const y = b[at];
      c0 += a[row0 + p] * y;
      c1 += a[row1 + p] * y;
    }
    c[out0 + j] = c0;
    c[out1 + j] = c1;
  }
}

function multiplyRow(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  i: number,
  n: number,
  k: number,
): void {
  const row = i * k;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    let c0 = 0;
    let c1 = 0;
    let c2 = 0;
    let c3 = 0;
    for (let p = 0, at = j; p < k; p++, at += n) {
      const x = a[row + p];
      c0 += x * b[at];
      c1 += x * b[at + 1];
      c2 += x * b[at + 2];
      c3 += x * b[at + 3];
    }
    c[i * n + j] = c0;
    c[i * n + j + 1] = c1;
    c[i * n + j + 2] = c2;
    c[i * n + j + 3] = c3;
  }
  for (; j < n; j++) {
    let sum = 0;
    for (let p = 0; p < k; p++) sum += a[row + p] * b[p * n + j];
    c[i * n + j] = sum;
  }
}

/**
 * Computes C = A Bᵀ.
 * @param a m x k, row-major.
 * @param b n x k, row-major.
 * @param c m x n, row-major; overwritten.
 */
export function multiplyTransposed(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  m: number,
  n: number,
  k: number,
): void {
  for (let i = 0; i < m; i += 2) {
    for (let j = 0; j < n; j += 4) {
      if (i + 1 < m && j + 3 < n) dotTile(a, b, c, i, j, n, k, false);
      else dotEdge(a, b, c, i, j, m, n, k, false);
    }
  }
}

/**
 * Adds A Aᵀ to the lower triangle of C.
 * @param a m x k, row-major.
 * @param c m x m, row-major; changed in place.
 */
export function addGram(a: Float64Array, c: Float64Array, m: number, k: number): void {
  for (let i = 0; i < m; i += 2) {
    for (let j = 0; j <= i + 1; j += 4) {
      if (i + 1 < m && j + 3 <= i) dotTile(a, a, c, i, j, m, k, true);
      else dotEdge(a, a, c, i, j, m, Math.min(m, i + 2), k, true, m);
    }
  }
}

function dotTile(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  i: number,
  j: number,
  n: number,
  k: number,
  add: boolean,
): void {
  const a0 = i * k;
  const a1 = a0 + k;
  const b0 = j * k;
  const b1 = b0 + k;
  const b2 = b1 + k;
  const b3 = b2 + k;
  let c00 = 0;
  let c01 = 0;
  let c02 = 0;
  let c03 = 0;
  let c10 = 0;
  let c11 = 0;
  let c12 = 0;
  let c13 = 0;
  for (let p = 0; p < k; p++) {
    const x0 = a[a0 + p];
    const x1 = a[a1 + p];
    const y0 = b[b0 + p];
    const y1 = b[b1 + p];
    const y2 = b[b2 + p];
    const y3 = b[b3 + p];
    c00 += x0 * y0;
    c01 += x0 * y1;
    c02 += x0 * y2;
    c03 += x0 * y3;
    c10 += x1 * y0;
    c11 += x1 * y1;
    c12 += x1 * y2;
    c13 += x1 * y3;
  }
  const out0 = i * n + j;
  const out1 = out0 + n;
  const addend = add ? 1 : 0;
  c[out0] = c00 + addend * c[out0];
  c[out0 + 1] = c01 + addend * c[out0 + 1];
  c[out0 + 2] = c02 + addend * c[out0 + 2];
  c[out0 + 3] = c03 + addend * c[out0 + 3];
  c[out1] = c10 + addend * c[out1];
  c[out1 + 1] = c11 + addend * c[out1 + 1];
  c[out1 + 2] = c12 + addend * c[out1 + 2];
  c[out1 + 3] = c13 + addend * c[out1 + 3];
}

/** Computes the tile at (i, j) where fewer than 2 x 4 entries remain. */
function dotEdge(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  i: number,
  j: number,
  m: number,
  n: number,
  k: number,
  add: boolean,
  stride = n,
): void {
  for (let row = i; row < Math.min(m, i + 2); row++) {
    for (let column = j; column < Math.min(n, j + 4); column++) {
      let sum = add ? c[row * stride + column] : 0;
      for (let p = 0; p < k; p++) sum += a[row * k + p] * b[column * k + p];
      c[row * stride + column] = sum;
    }
  }
}

/**
 * Computes B = Aᵀ.
 * @param a m x n, row-major.
 * @param b n x m, row-major; overwritten.
 */
export function transpose(a: Float64Array, b: Float64Array, m: number, n: number): void {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) b[j * m + i] = a[i * n + j];
  }
}

/**
 * Computes the scalar product aᵀ b.
 * @param a n
 * @param b n
 */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
