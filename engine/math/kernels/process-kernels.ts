/** The operations of a Gaussian process's likelihood besides covariances and factors. */
import type { Matrix64, Vector64 } from "./arena.ts";
import { COVARIANCE_CODES, type CovarianceFunction, Kernels } from "./kernels.ts";

export class ProcessKernels extends Kernels {
  /**
   * Multiplies symmetric weights (n x n, upper triangle read) by minus twice the derivatives of the covariances by the
   * squared distances of points (width x n, scaled), in place: both triangles, with zeros on the diagonal. `sums` (1 x n)
   * takes the sums of the rows.
   */
  weighSteepness(name: CovarianceFunction, scaled: Matrix64, weights: Matrix64, sums: Vector64): void {
    const mark = this.mark();
    const scratch = this.vector64(scaled.columns + 4);
    this.exports.weighSteepness(
      COVARIANCE_CODES[name],
      scaled.rows,
      scaled.address,
      scaled.stride * 8,
      scaled.columns,
      weights.address,
      weights.stride * 8,
      scratch.address,
      sums.address,
    );
    this.release(mark);
  }

  /**
   * Adds to C (n x m), for each feature, its strength (1 x width) times the covariances of points a (width x n) with points
   * b (width x m), both scaled, in that feature alone.
   */
  addComponents(name: CovarianceFunction, a: Matrix64, b: Matrix64, strengths: Vector64, c: Matrix64): void {
    this.exports.addComponents(
      COVARIANCE_CODES[name],
      a.rows,
      a.address,
      a.stride * 8,
      a.columns,
      b.address,
      b.stride * 8,
      b.columns,
      strengths.address,
      c.address,
      c.stride * 8,
    );
  }

  /**
   * Computes, for the same components of points with each other, from symmetric weights (n x n, upper triangle read): the sums over
   * i < j of weights_ij times the covariances (`byStrength`, 1 x width), and by each coordinate the sums over j of
   * weights_ij times strength times minus twice the derivative by the squared distance times the difference of the
   * coordinates (`byCoordinate`, width x n).
   */
  componentsGradient(
    name: CovarianceFunction,
    scaled: Matrix64,
    strengths: Vector64,
    weights: Matrix64,
    byStrength: Vector64,
    byCoordinate: Matrix64,
  ): void {
    const mark = this.mark();
    const scratch = this.vector64(scaled.columns + 4);
    this.exports.componentsGradient(
      COVARIANCE_CODES[name],
      scaled.rows,
      scaled.address,
      scaled.stride * 8,
      scaled.columns,
      strengths.address,
      weights.address,
      weights.stride * 8,
      scratch.address,
      byStrength.address,
      byCoordinate.address,
      byCoordinate.stride * 8,
    );
    this.release(mark);
  }

  /**
   * C (n x m) = the products over the features of (1 + strength times the covariance in that feature alone) / (1 + strength),
   * of points a (width x n) with points b (width x m), both scaled; strengths are 1 x width.
   */
  productCovariance(
    name: CovarianceFunction,
    a: Matrix64,
    b: Matrix64,
    strengths: Vector64,
    c: Matrix64,
  ): void {
    this.exports.productCovariance(
      COVARIANCE_CODES[name],
      a.rows,
      a.address,
      a.stride * 8,
      a.columns,
      b.address,
      b.stride * 8,
      b.columns,
      strengths.address,
      c.address,
      c.stride * 8,
    );
  }

  /**
   * Computes, for these covariances of points with each other, from symmetric weights (n x n, upper triangle read): the sums over i < j
   * of weights_ij times the derivatives by the strengths (`byStrength`, 1 x width), and `byCoordinate` as above.
   */
  productGradient(
    name: CovarianceFunction,
    scaled: Matrix64,
    strengths: Vector64,
    weights: Matrix64,
    byStrength: Vector64,
    byCoordinate: Matrix64,
  ): void {
    const mark = this.mark();
    const scratch = this.vector64(scaled.columns + 8 + 4 * scaled.rows);
    this.exports.productGradient(
      COVARIANCE_CODES[name],
      scaled.rows,
      scaled.address,
      scaled.stride * 8,
      scaled.columns,
      strengths.address,
      weights.address,
      weights.stride * 8,
      scratch.address,
      byStrength.address,
      byCoordinate.address,
      byCoordinate.stride * 8,
    );
    this.release(mark);
  }
}
