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
