/** The operations of a Gaussian process's likelihood besides covariances and factors. Inputs are as in covariance.ts. */

import { MATERN_32, SQRT_3, SQRT_5, SQUARED_EXPONENTIAL, steepness } from "./covariance";
import { Exponential } from "./exponential";
import { mirror } from "./factor";
import { accumulated, Plus } from "./lanes";

/**
 * Multiplies symmetric weights (n x n, upper triangle read) by `steepness` at the squared distances of the points, sets the
 * diagonal to zero and fills both triangles; `sums` (n) are the row sums. `scratch` holds n + 4 numbers.
 */
export function weighSteepness(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  weights: usize,
  weightsRow: usize,
  scratch: usize,
  sums: usize,
): void {
  memory.fill(sums, 0, n * 8);
  for (let i = 0; i < n; i++) {
    const row = weights + <usize>i * weightsRow;
    store<f64>(row + i * 8, 0);
    let total: f64 = 0;
    for (let j = (i + 1) & ~3; j < n; j += 4) {
      let first = f64x2.splat(0);
      let second = f64x2.splat(0);
      let x = a + i * 8;
      let y = a + j * 8;
      for (let d = 0; d < width; d++) {
        const value = v128.load64_splat(x);
        const near = f64x2.sub(value, v128.load(y));
        const far = f64x2.sub(value, v128.load(y, 16));
        first = accumulated<f64, Plus>(near, near, first);
        second = accumulated<f64, Plus>(far, far, second);
        x += aRow;
        y += aRow;
      }
      v128.store(scratch + j * 8, steepness(kind, first));
      v128.store(scratch + j * 8, steepness(kind, second), 16);
    }
    for (let j = i + 1; j < n; j++) {
      const value = load<f64>(row + j * 8) * load<f64>(scratch + j * 8);
      store<f64>(row + j * 8, value);
      store<f64>(sums + j * 8, load<f64>(sums + j * 8) + value);
      total += value;
    }
    store<f64>(sums + i * 8, load<f64>(sums + i * 8) + total);
  }
  mirror(weights, weightsRow, n);
}

/**
 * For each feature the sum over i < j of weights_ij times the covariance in it alone, and by each coordinate the sum over j
 * of weights_ij times strength times `steepness` times the difference of the coordinates: `byStrength` (width) and
 * `byCoordinate` (width x n, rows of `byRow` bytes), of symmetric weights (n x n, upper triangle read). `scratch` holds n + 4.
 */
export function componentsGradient(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  strengths: usize,
  weights: usize,
  weightsRow: usize,
  scratch: usize,
  byStrength: usize,
  byCoordinate: usize,
  byRow: usize,
): void {
  memory.fill(byStrength, 0, width * 8);
  for (let d = 0; d < width; d++) memory.fill(byCoordinate + <usize>d * byRow, 0, byRow);
  for (let i = 0; i < n - 1; i++) {
    // Weights of the points after this one, in groups of four with zeros before and behind.
    const begin = (i + 1) & ~3;
    for (let j = begin; j <= i; j++) store<f64>(scratch + j * 8, 0);
    memory.copy(scratch + (i + 1) * 8, weights + <usize>i * weightsRow + (i + 1) * 8, (n - i - 1) * 8);
    for (let j = n; (j & 3) != 0; j++) store<f64>(scratch + j * 8, 0);
    for (let d = 0; d < width; d++) {
      const strength = load<f64>(strengths + d * 8);
      if (strength == 0) continue;
      const coordinates = a + <usize>d * aRow;
      const value = v128.load64_splat(coordinates + i * 8);
      const gradients = byCoordinate + <usize>d * byRow;
      const share = f64x2.splat(strength);
      let covered = f64x2.splat(0);
      let pointGradient = f64x2.splat(0);
      for (let j = begin; j < n; j += 2) {
        const difference = f64x2.sub(value, v128.load(coordinates + j * 8));
        const squared = f64x2.mul(difference, difference);
        const weight = v128.load(scratch + j * 8);
        let near: v128;
        let steep: v128;
        if (kind == SQUARED_EXPONENTIAL) {
          near = Exponential.of(f64x2.mul(squared, f64x2.splat(-0.5)));
          steep = near;
        } else if (kind == MATERN_32) {
          const r = f64x2.mul(f64x2.abs(difference), f64x2.splat(SQRT_3));
          const decay = Exponential.of(f64x2.neg(r));
          near = f64x2.mul(f64x2.add(f64x2.splat(1), r), decay);
          steep = f64x2.mul(f64x2.splat(3), decay);
        } else {
          const r = f64x2.mul(f64x2.abs(difference), f64x2.splat(SQRT_5));
          const decay = Exponential.of(f64x2.neg(r));
          const linear = f64x2.mul(f64x2.add(f64x2.splat(1), r), decay);
          near = f64x2.add(linear, f64x2.mul(f64x2.mul(squared, f64x2.splat(5.0 / 3.0)), decay));
          steep = f64x2.mul(f64x2.splat(5.0 / 3.0), linear);
        }
        covered = accumulated<f64, Plus>(weight, near, covered);
        const change = f64x2.mul(f64x2.mul(f64x2.mul(share, weight), steep), difference);
        pointGradient = f64x2.add(pointGradient, change);
        v128.store(gradients + j * 8, f64x2.sub(v128.load(gradients + j * 8), change));
      }
      const strengthAt = byStrength + d * 8;
      store<f64>(
        strengthAt,
        load<f64>(strengthAt) + f64x2.extract_lane(covered, 0) + f64x2.extract_lane(covered, 1),
      );
      const ownAt = gradients + i * 8;
      store<f64>(
        ownAt,
        load<f64>(ownAt) + f64x2.extract_lane(pointGradient, 0) + f64x2.extract_lane(pointGradient, 1),
      );
    }
  }
}

/**
 * Computes, for such covariances of points with each other, the sums over i < j of weights_ij times the derivatives by the strengths
 * (`byStrength`, width), and by each coordinate as `componentsGradient` has it. `scratch` holds n + 4 + 4 width.
 */
export function productGradient(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  strengths: usize,
  weights: usize,
  weightsRow: usize,
  scratch: usize,
  byStrength: usize,
  byCoordinate: usize,
  byRow: usize,
): void {
  // Of each feature, for the pair of points at hand: the covariance in it alone, and its steepness times the difference.
  const nears = scratch + ((n + 4) & ~1) * 8;
  const steeps = nears + width * 16;
  memory.fill(byStrength, 0, width * 8);
  for (let d = 0; d < width; d++) memory.fill(byCoordinate + <usize>d * byRow, 0, byRow);
  for (let i = 0; i < n - 1; i++) {
    const begin = (i + 1) & ~1;
    if (begin <= i) store<f64>(scratch + begin * 8, 0);
    memory.copy(scratch + (i + 1) * 8, weights + <usize>i * weightsRow + (i + 1) * 8, (n - i - 1) * 8);
    if ((n & 1) != 0) store<f64>(scratch + n * 8, 0);
    for (let j = begin; j < n; j += 2) {
      let product = v128.load(scratch + j * 8);
      for (let d = 0; d < width; d++) {
        const strength = load<f64>(strengths + d * 8);
        const coordinates = a + <usize>d * aRow;
        const difference = f64x2.sub(v128.load64_splat(coordinates + i * 8), v128.load(coordinates + j * 8));
        const squared = f64x2.mul(difference, difference);
        let near: v128;
        let steep: v128;
        if (kind == SQUARED_EXPONENTIAL) {
          near = Exponential.of(f64x2.mul(squared, f64x2.splat(-0.5)));
          steep = near;
        } else if (kind == MATERN_32) {
          const r = f64x2.mul(f64x2.abs(difference), f64x2.splat(SQRT_3));
          const decay = Exponential.of(f64x2.neg(r));
          near = f64x2.mul(f64x2.add(f64x2.splat(1), r), decay);
          steep = f64x2.mul(f64x2.splat(3), decay);
        } else {
          const r = f64x2.mul(f64x2.abs(difference), f64x2.splat(SQRT_5));
          const decay = Exponential.of(f64x2.neg(r));
          const linear = f64x2.mul(f64x2.add(f64x2.splat(1), r), decay);
          near = f64x2.add(linear, f64x2.mul(f64x2.mul(squared, f64x2.splat(5.0 / 3.0)), decay));
          steep = f64x2.mul(f64x2.splat(5.0 / 3.0), linear);
        }
        const factor = f64x2.div(
          f64x2.add(f64x2.splat(1), f64x2.mul(f64x2.splat(strength), near)),
          f64x2.splat(1 + strength),
        );
        product = f64x2.mul(product, factor);
        v128.store(nears + d * 16, near);
        v128.store(steeps + d * 16, f64x2.mul(steep, difference));
      }
      for (let d = 0; d < width; d++) {
        const strength = load<f64>(strengths + d * 8);
        const near = v128.load(nears + d * 16);
        const ones = f64x2.splat(1);
        // The product over the other features, with the weight: divided by (1 + strength near).
        const otherProduct = f64x2.div(product, f64x2.add(ones, f64x2.mul(f64x2.splat(strength), near)));
        const gain = f64x2.mul(otherProduct, f64x2.sub(near, ones));
        const strengthAt = byStrength + d * 8;
        const sum = f64x2.extract_lane(gain, 0) + f64x2.extract_lane(gain, 1);
        store<f64>(strengthAt, load<f64>(strengthAt) + sum / (1 + strength));
        const change = f64x2.mul(f64x2.mul(f64x2.splat(strength), otherProduct), v128.load(steeps + d * 16));
        const gradients = byCoordinate + <usize>d * byRow;
        v128.store(gradients + j * 8, f64x2.sub(v128.load(gradients + j * 8), change));
        const ownAt = gradients + i * 8;
        const pointGradient = f64x2.extract_lane(change, 0) + f64x2.extract_lane(change, 1);
        store<f64>(ownAt, load<f64>(ownAt) + pointGradient);
      }
    }
  }
}
