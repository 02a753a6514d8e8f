/// <reference path="./webassembly.d.ts" />
/** An array of real numbers of one precision: Float32Array or Float64Array. */
export interface Reals<Self> {
  readonly BYTES_PER_ELEMENT: number;
  readonly length: number;
  [index: number]: number;
  subarray(from: number, to: number): Self;
  slice(): Self;
  set(source: ArrayLike<number>, at?: number): void;
}

/** A matrix in the memory of the kernels. Rows are padded to whole tiles; the padding holds nothing of meaning. */
export interface KernelMatrix<Values extends Reals<Values>> {
  rows: number;
  columns: number;
  /** The number of entries from one row to the next. */
  stride: number;
  /** The address of the first entry, in bytes. */
  address: number;
  /** rows x stride. Stays valid when the memory grows; after `release` it belongs to others. */
  values: Values;
}

export type Matrix32 = KernelMatrix<Float32Array>;
export type Matrix64 = KernelMatrix<Float64Array>;
/** A matrix of one row. */
export type Vector64 = Matrix64;

const PAGE_BYTES = 65536;
const MAX_PAGES = 65536;
/** Limit of the address space: pages that are never written take no memory. */
const FIRST_PAGES = 64;
/** Below lies what kernels keep to themselves. */
const ARENA_START = PAGE_BYTES;
const ALIGNMENT_BYTES = 64;

/**
 * The memory of one instance of the kernels, given out from the bottom up and given back from the top down. Growing leaves
 * what was given out in place.
 */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 2, maximum: MAX_PAGES, shared: true });
  #top = ARENA_START;

  /** Returns the position up to which memory is taken: `release` gives back what was allocated since. */
  mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    this.#top = mark;
  }

  /** In single precision: zeros, or what happens to lie there where it is not cleared. */
  matrix32(rows: number, columns: number, isCleared = true): Matrix32 {
    const stride = computeStride(columns, ALIGNMENT_BYTES / 4);
    const address = this.#take(rows * stride * 4, isCleared);
    return {
      rows,
      columns,
      stride,
      address,
      values: new Float32Array(this.memory.buffer, address, rows * stride),
    };
  }

  /** The same in double precision. */
  matrix64(rows: number, columns: number, isCleared = true): Matrix64 {
    const stride = computeStride(columns, ALIGNMENT_BYTES / 8);
    const address = this.#take(rows * stride * 8, isCleared);
    return {
      rows,
      columns,
      stride,
      address,
      values: new Float64Array(this.memory.buffer, address, rows * stride),
    };
  }

  vector64(length: number): Vector64 {
    return this.matrix64(1, length);
  }

  /** Copies a matrix without padding (engine/math/matrix.ts) into the memory. */
  copyIn(source: Pick<Matrix64, "rows" | "columns" | "values">): Matrix64 {
    const matrix = this.matrix64(source.rows, source.columns);
    fill(matrix, source.values);
    return matrix;
  }

  /** Copies numbers into the memory, as a matrix of one row. */
  copyVectorIn(source: Float64Array): Vector64 {
    const vector = this.vector64(source.length);
    vector.values.set(source);
    return vector;
  }

  #take(bytes: number, isCleared: boolean): number {
    const address = this.#top;
    // One line more than asked for, since kernels read past the end of the last row.
    const end = address + Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES + ALIGNMENT_BYTES;
    const missing = Math.ceil((end - this.memory.buffer.byteLength) / PAGE_BYTES);
    // By halves, since each time takes the machine long.
    if (missing > 0) this.memory.grow(Math.max(missing, this.#spare()));
    if (isCleared) new Uint8Array(this.memory.buffer, address, end - address).fill(0);
    this.#top = end;
    return address;
  }

  /** Pages to grow by at least, as far as there are any. */
  #spare(): number {
    const pages = this.memory.buffer.byteLength / PAGE_BYTES;
    return Math.min(Math.max(FIRST_PAGES, Math.floor(pages / 2)), MAX_PAGES - pages);
  }
}

/** Whole tiles, an odd number of lines where there are several: rows a power of two apart would share their place in the cache. */
export function computeStride(columns: number, line: number): number {
  const lines = Math.max(1, Math.ceil(columns / line));
  return (lines > 2 && lines % 2 === 0 ? lines + 1 : lines) * line;
}

/** Gives out parts of a matrix of one row, laid out as an arena would lay them out; what they hold is left as it is. */
export function takeFrom<Values extends Reals<Values>>(
  row: KernelMatrix<Values>,
): (rows: number, columns: number) => KernelMatrix<Values> {
  const line = ALIGNMENT_BYTES / row.values.BYTES_PER_ELEMENT;
  let taken = 0;
  return (rows, columns) => {
    const stride = computeStride(columns, line);
    const from = taken;
    taken += rows * stride + line;
    return createView(row, from, rows, columns, stride);
  };
}

/** The rows `from` .. `to` of a matrix, in place. */
export function rowsOf<Values extends Reals<Values>>(
  matrix: KernelMatrix<Values>,
  from: number,
  to: number,
): KernelMatrix<Values> {
  const { columns, stride } = matrix;
  return createView(matrix, from * stride, to - from, columns, stride);
}

/** A matrix that begins at the entry `offset` of another, in place. */
export function createView<Values extends Reals<Values>>(
  { address, values }: KernelMatrix<Values>,
  offset: number,
  rows: number,
  columns: number,
  stride: number,
): KernelMatrix<Values> {
  const part = values.subarray(offset, offset + rows * stride);
  return { rows, columns, stride, address: address + offset * values.BYTES_PER_ELEMENT, values: part };
}

/** Copies `source` (rows x columns, row-major, without padding) into the matrix. */
export function fill<Values extends Reals<Values>>(matrix: KernelMatrix<Values>, source: Float64Array): void {
  const { rows, columns, stride, values } = matrix;
  for (let i = 0; i < rows; i++) values.set(source.subarray(i * columns, (i + 1) * columns), i * stride);
}

/** Returns one row of a matrix without its padding, in place. */
export function viewRow<Values extends Reals<Values>>(
  { values, stride, columns }: KernelMatrix<Values>,
  row: number,
): Values {
  return values.subarray(row * stride, row * stride + columns);
}

/** Copies the matrix into `target`, from its entry `at` on, rows `step` apart (by default without padding). */
export function copyTo<Values extends Reals<Values>>(
  { rows, columns, stride, values }: KernelMatrix<Values>,
  target: Float64Array,
  at = 0,
  step = columns,
): void {
  for (let i = 0; i < rows; i++) {
    const row: ArrayLike<number> = values.subarray(i * stride, i * stride + columns);
    target.set(row, at + i * step);
  }
}
