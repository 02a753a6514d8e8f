/**
 * The products, factors and covariances that training and prediction spend their time in, over the memory of one WebAssembly
 * instance. Matrices come from its arena and are row-major. An instance reserves address space for 4 GiB of memory: a few a
 * thread, never one a task. No kernel keeps anything between calls.
 */
import { Arena, type KernelMatrix, type Matrix64, type Reals, type Vector64 } from "./arena.ts";
import { instantiate, type KernelExports } from "./exports.ts";
import { type Build, fastestKernels } from "./module.ts";

/** The transposition of the left matrix and of the right one before they are multiplied. */
export type Orientation = "A B" | "Aᵀ B" | "A Bᵀ";

/** The covariance functions, of unit variance, in scaled distance: see assembly/covariance.ts. */
export type CovarianceFunction = "squared exponential" | "Matern 3/2" | "Matern 5/2";

export const COVARIANCE_CODES: Record<CovarianceFunction, number> = {
  "squared exponential": 0,
  "Matern 3/2": 1,
  "Matern 5/2": 2,
};

export class Kernels extends Arena {
  readonly build: Build;
  protected readonly exports: KernelExports;

  constructor(build: Build = fastestKernels()) {
    super();
    this.build = build;
    this.exports = instantiate(build, this.memory);
  }

  /**
   * C = A B (`sign` 0), C + A B (1) or C - A B (-1), all of one precision; in the orientation asked for. C must not overlap
   * A or B.
   */
  multiply<Values extends Reals<Values>>(
    a: KernelMatrix<Values>,
    b: KernelMatrix<Values>,
    c: KernelMatrix<Values>,
    orientation: Orientation = "A B",
    sign: -1 | 0 | 1 = 0,
  ): void {
    const depth = orientation === "Aᵀ B" ? a.rows : a.columns;
    const [height, left] = orientation === "Aᵀ B" ? [a.columns, a.rows] : [a.rows, a.columns];
    const [right, width] = orientation === "A Bᵀ" ? [b.columns, b.rows] : [b.rows, b.columns];
    if (left !== right || height !== c.rows || width !== c.columns) {
      throw new Error(
        `${a.rows} x ${a.columns} and ${b.rows} x ${b.columns} do not multiply to ${c.rows} x ${c.columns}.`,
      );
    }
    const size = a.values.BYTES_PER_ELEMENT;
    const row = a.stride * size;
    const kernel = size === 4 ? this.exports.multiply32 : this.exports.multiply64;
    kernel(
      c.address,
      c.stride * size,
      c.rows,
      c.columns,
      depth,
      a.address,
      orientation === "Aᵀ B" ? size : row,
      orientation === "Aᵀ B" ? row : size,
      b.address,
      b.stride * size,
      orientation === "A Bᵀ" ? 1 : 0,
      sign,
      0,
    );
  }

  /** Adds J Jᵀ of J (n x k) to the upper triangle of C (n x n); what lies below its diagonal is lost. */
  symmetricRankUpdate(j: Matrix64, c: Matrix64): void {
    const { rows, columns, address, stride } = j;
    const row = stride * 8;
    this.exports.multiply64(
      c.address,
      c.stride * 8,
      rows,
      rows,
      columns,
      address,
      row,
      8,
      address,
      row,
      1,
      1,
      1,
    );
  }

  /** The upper triangle of B (n x n) = `share` times that of A. */
  scaleUpper(a: Matrix64, share: number, b: Matrix64): void {
    this.exports.scaleUpper(a.address, a.stride * 8, b.rows, share, b.address, b.stride * 8);
  }

  /** B (n x m) = Aᵀ of A (m x n). */
  transpose(a: Matrix64, b: Matrix64): void {
    this.exports.transpose64(a.address, a.stride * 8, b.address, b.stride * 8, a.rows, a.columns);
  }

  /**
   * Replaces a symmetric positive definite matrix, of which the upper triangle is read, by its upper triangular factor R,
   * A = Rᵀ R (so Rᵀ is what is usually called L); what lies below the diagonal is lost. Answers false, leaving a ruin,
   * where a pivot is not positive or not finite.
   */
  cholesky(a: Matrix64): boolean {
    return this.exports.factorise(a.address, a.stride * 8, a.rows) === 0;
  }

  /** ln |A| of A = Rᵀ R. */
  logDeterminant(r: Matrix64): number {
    let sum = 0;
    for (let i = 0; i < r.rows; i++) sum += Math.log(r.values[i * (r.stride + 1)]);
    return 2 * sum;
  }

  /** B (n x m) becomes Rᵀ⁻¹ B, that is L⁻¹ B. */
  solveLower(r: Matrix64, b: Matrix64): void {
    this.exports.forwards(r.address, r.stride * 8, r.rows, b.address, b.stride * 8, b.columns, 0);
  }

  /** B (n x m) becomes R⁻¹ B, that is Lᵀ⁻¹ B. */
  solveUpper(r: Matrix64, b: Matrix64): void {
    this.exports.backwards(r.address, r.stride * 8, r.rows, b.address, b.stride * 8, b.columns);
  }

  /** The vector x (1 x n) becomes Rᵀ⁻¹ x. */
  solveLowerVector(r: Matrix64, x: Vector64): void {
    this.exports.forwardsOne(r.address, r.stride * 8, r.rows, x.address);
  }

  /** The vector x (1 x n) becomes R⁻¹ x. */
  solveUpperVector(r: Matrix64, x: Vector64): void {
    this.exports.backwardsOne(r.address, r.stride * 8, r.rows, x.address);
  }

  /** The vector x (1 x n) becomes A⁻¹ x of A = Rᵀ R. */
  solveVector(r: Matrix64, x: Vector64): void {
    this.solveLowerVector(r, x);
    this.solveUpperVector(r, x);
  }

  /** A⁻¹ of A = Rᵀ R, both triangles, into `inverse` (n x n, another matrix than R). */
  inverse(r: Matrix64, inverse: Matrix64): void {
    const mark = this.mark();
    const w = this.matrix64(r.rows, r.rows);
    this.exports.invertFactor(r.address, r.stride * 8, r.rows, w.address, w.stride * 8);
    this.exports.inverseOf(w.address, w.stride * 8, r.rows, inverse.address, inverse.stride * 8);
    this.release(mark);
  }

  /** The diagonal of A⁻¹ of A = Rᵀ R, into `diagonal` (1 x n). */
  inverseDiagonal(r: Matrix64, diagonal: Vector64): void {
    const mark = this.mark();
    const w = this.matrix64(r.rows, r.rows);
    this.exports.invertFactor(r.address, r.stride * 8, r.rows, w.address, w.stride * 8);
    this.exports.columnSquares(w.address, w.stride * 8, r.rows, diagonal.address);
    this.release(mark);
  }

  /**
   * The covariances (n x n, both triangles) of points (width x n) divided by their length scales, 1 + `nugget` on the diagonal.
   */
  covariance(name: CovarianceFunction, scaled: Matrix64, nugget: number, c: Matrix64): void {
    const { rows, address, stride, columns } = scaled;
    const row = stride * 8;
    this.exports.ownCovariance(
      COVARIANCE_CODES[name],
      rows,
      address,
      row,
      columns,
      nugget,
      c.address,
      c.stride * 8,
    );
  }

  /** The covariances (n x m) of points a (width x n) with points b (width x m), both scaled. */
  crossCovariance(name: CovarianceFunction, a: Matrix64, b: Matrix64, c: Matrix64): void {
    this.exports.crossCovariance(
      COVARIANCE_CODES[name],
      a.rows,
      a.address,
      a.stride * 8,
      a.columns,
      b.address,
      b.stride * 8,
      b.columns,
      c.address,
      c.stride * 8,
    );
  }
}
