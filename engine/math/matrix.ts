/** The entries of row i begin at i times the stride. */
interface PaddedMatrix {
  rows: number;
  columns: number;
  stride: number;
  values: { subarray(from: number, to: number): ArrayLike<number> };
}

/**
 * A matrix of real numbers: row-major, without padding. Matrices in the memory of the kernels, whose rows are padded, are
 * those of kernels/arena.ts.
 */
export class Matrix {
  readonly rows: number;
  readonly columns: number;
  /** rows x columns, row-major. */
  readonly values: Float64Array;

  /**
   * @param rows the number of rows
   * @param columns the number of columns
   * @param values rows x columns, row-major, used in place; zeros when absent
   * @throws RangeError where the values do not fill the matrix
   */
  constructor(rows: number, columns: number, values: Float64Array = new Float64Array(rows * columns)) {
    if (values.length !== rows * columns)
      throw new RangeError(`${values.length} numbers do not make a ${rows} x ${columns} matrix.`);
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Copies a matrix whose rows are padded, as those of the kernels are, in double precision.
   * @param values rows x stride
   */
  static copyOf({ rows, columns, stride, values }: PaddedMatrix): Matrix {
    const copy = new Matrix(rows, columns);
    for (let row = 0; row < rows; row++)
      copy.row(row).set(values.subarray(row * stride, row * stride + columns));
    return copy;
  }

  at(row: number, column: number): number {
    return this.values[row * this.columns + column];
  }

  set(row: number, column: number, value: number): void {
    this.values[row * this.columns + column] = value;
  }

  /** Returns one row, in place: what is written to it is written to the matrix. */
  row(row: number): Float64Array {
    return this.values.subarray(row * this.columns, (row + 1) * this.columns);
  }

  /** Returns all rows, in place. */
  rowViews(): Float64Array[] {
    return Array.from({ length: this.rows }, (_, row) => this.row(row));
  }

  /** Returns the rows `from` to `to` - 1, in place. */
  rowRange(from: number, to: number): Matrix {
    return new Matrix(to - from, this.columns, this.values.subarray(from * this.columns, to * this.columns));
  }

  /** Copies one column. */
  column(column: number): Float64Array {
    return Float64Array.from({ length: this.rows }, (_, row) => this.at(row, column));
  }

  /** Copies some rows, in the order of `chosen`; a row may be repeated. */
  gatherRows(chosen: ArrayLike<number>): Matrix {
    const gathered = new Matrix(chosen.length, this.columns);
    for (let i = 0; i < chosen.length; i++) gathered.row(i).set(this.row(chosen[i]));
    return gathered;
  }

  /** Copies some columns, in the order of `chosen`; a column may be repeated. */
  gatherColumns(chosen: ArrayLike<number>): Matrix {
    const gathered = new Matrix(this.rows, chosen.length);
    for (let row = 0; row < this.rows; row++) {
      const [source, target] = [this.row(row), gathered.row(row)];
      for (let i = 0; i < chosen.length; i++) target[i] = source[chosen[i]];
    }
    return gathered;
  }

  transposed(): Matrix {
    const transposed = new Matrix(this.columns, this.rows);
    for (let i = 0; i < this.rows; i++) {
      for (let j = 0; j < this.columns; j++) transposed.set(j, i, this.at(i, j));
    }
    return transposed;
  }
}

// Products in plain TypeScript, for matrices too small, or multiplied too seldom, to be copied to the memory of the kernels, where
// training and prediction spend their time.

/**
 * Computes A B.
 * @param a m x k
 * @param b k x n
 * @returns m x n
 */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = new Matrix(a.rows, b.columns);
  let i = 0;
  for (; i + 1 < a.rows; i += 2) multiplyTwoRows(a, b, product, i);
  if (i < a.rows) multiplyRow(a, b, product, i);
  return product;
}

/** Computes the rows i and i + 1 of the product. */
function multiplyTwoRows(
  { values: a, columns: k }: Matrix,
  { values: b, columns: n }: Matrix,
  { values: c }: Matrix,
  i: number,
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
  { values: a, columns: k }: Matrix,
  { values: b, columns: n }: Matrix,
  { values: c }: Matrix,
  i: number,
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
 * Computes A Bᵀ.
 * @param a m x k
 * @param b n x k
 * @returns m x n
 */
export function multiplyTransposed(a: Matrix, b: Matrix): Matrix {
  const product = new Matrix(a.rows, b.rows);
  for (let i = 0; i < a.rows; i += 2) {
    for (let j = 0; j < b.rows; j += 4) {
      if (i + 1 < a.rows && j + 3 < b.rows) dotTile(a, b, product, i, j);
      else dotEdge(a, b, product, i, j);
    }
  }
  return product;
}

/** Computes the 2 x 4 entries of the product from (i, j) on. */
function dotTile(
  { values: a, columns: k }: Matrix,
  { values: b }: Matrix,
  { values: c, columns: n }: Matrix,
  i: number,
  j: number,
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
  c[out0] = c00;
  c[out0 + 1] = c01;
  c[out0 + 2] = c02;
  c[out0 + 3] = c03;
  c[out1] = c10;
  c[out1 + 1] = c11;
  c[out1 + 2] = c12;
  c[out1 + 3] = c13;
}

/** Computes the tile at (i, j) where fewer than 2 x 4 entries remain. */
function dotEdge(
  { values: a, rows: m, columns: k }: Matrix,
  { values: b, rows: n }: Matrix,
  product: Matrix,
  i: number,
  j: number,
): void {
  for (let row = i; row < Math.min(m, i + 2); row++) {
    for (let column = j; column < Math.min(n, j + 4); column++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum += a[row * k + p] * b[column * k + p];
      product.set(row, column, sum);
    }
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
