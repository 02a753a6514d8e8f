/**
 * Covariance functions of scaled distance r, of unit variance: squared exponential exp(-r² / 2), Matern 3/2
 * (1 + sqrt(3) r) exp(-sqrt(3) r) and Matern 5/2 (1 + sqrt(5) r + 5 r² / 3) exp(-sqrt(5) r) (Rasmussen and Williams, 2006,
 * section 4.2). Inputs are feature-major (width x n) and already divided by their length scales.
 */
import { exponential } from "./exponential";
import { mirror } from "./factor";
import { accumulated, Plus } from "./lanes";

export const SQUARED_EXPONENTIAL = 0;
export const MATERN32 = 1;
export const ROOT3: f64 = 1.7320508075688772;
export const ROOT5: f64 = 2.23606797749979;

/** The covariances (n x m) of points a (width x n) with points b (width x m). */
export function crossCovariance(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  b: usize,
  bRow: usize,
  m: i32,
  c: usize,
  cRow: usize,
): void {
  for (let i = 0; i < n; i++) rowOf(kind, width, a + i * 8, aRow, b, bRow, 0, m, c + <usize>i * cRow);
}

/** The covariances (n x n) of points with each other, both triangles, with `nugget` added to the diagonal. */
export function ownCovariance(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  nugget: f64,
  c: usize,
  cRow: usize,
): void {
  for (let i = 0; i < n; i++) {
    const row = c + <usize>i * cRow;
    rowOf(kind, width, a + i * 8, aRow, a, aRow, i & ~3, n, row);
    store<f64>(row + i * 8, 1 + nugget);
  }
  mirror(c, cRow, n);
}

/** Covariances of one point with the points `from` .. `m`, four at a time; the padding of the row is written too. */
function rowOf(
  kind: i32,
  width: i32,
  point: usize,
  pointRow: usize,
  b: usize,
  bRow: usize,
  from: i32,
  m: i32,
  row: usize,
): void {
  for (let j = from; j < m; j += 4) {
    let first = f64x2.splat(0);
    let second = f64x2.splat(0);
    let x = point;
    let y = b + j * 8;
    for (let d = 0; d < width; d++) {
      const value = v128.load64_splat(x);
      const near = f64x2.sub(value, v128.load(y));
      const far = f64x2.sub(value, v128.load(y, 16));
      first = accumulated<f64, Plus>(near, near, first);
      second = accumulated<f64, Plus>(far, far, second);
      x += pointRow;
      y += bRow;
    }
    v128.store(row + j * 8, covariance(kind, first));
    v128.store(row + j * 8, covariance(kind, second), 16);
  }
}

export function covariance(kind: i32, squared: v128): v128 {
  if (kind === SQUARED_EXPONENTIAL) return exponential(f64x2.mul(squared, f64x2.splat(-0.5)));
  const one = f64x2.splat(1);
  if (kind === MATERN32) {
    const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(ROOT3));
    return f64x2.mul(f64x2.add(one, r), exponential(f64x2.neg(r)));
  }
  const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(ROOT5));
  const polynomial = f64x2.add(f64x2.add(one, r), f64x2.mul(squared, f64x2.splat(5.0 / 3.0)));
  return f64x2.mul(polynomial, exponential(f64x2.neg(r)));
}

/** Minus twice the derivative of the covariance with respect to the squared distance. */
export function steepness(kind: i32, squared: v128): v128 {
  if (kind === SQUARED_EXPONENTIAL) return exponential(f64x2.mul(squared, f64x2.splat(-0.5)));
  if (kind === MATERN32) {
    const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(ROOT3));
    return f64x2.mul(f64x2.splat(3), exponential(f64x2.neg(r)));
  }
  const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(ROOT5));
  const factor = f64x2.mul(f64x2.splat(5.0 / 3.0), f64x2.add(f64x2.splat(1), r));
  return f64x2.mul(factor, exponential(f64x2.neg(r)));
}

/**
 * For each feature the sum over all i, j of weights_ij dK_ij / d log lengthscale: (x_i - x_j)² in that feature times
 * `steepness`. `weights` (n x n) is symmetric, its upper triangle is read; `scratch` holds n + 4 numbers.
 */
export function covarianceGradient(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  weights: usize,
  weightsRow: usize,
  scratch: usize,
  gradient: usize,
): void {
  memory.fill(gradient, 0, width * 8);
  for (let i = 0; i < n - 1; i++) {
    const begin = i + 1;
    const rest = n - begin;
    steepnessRow(kind, width, a + i * 8, aRow, rest, weights + <usize>i * weightsRow + begin * 8, scratch);
    let x = a + i * 8;
    for (let d = 0; d < width; d++) {
      const value = v128.load64_splat(x);
      let first = f64x2.splat(0);
      let second = f64x2.splat(0);
      let y = x + 8;
      for (let j = 0; j < rest; j += 4) {
        const near = f64x2.sub(value, v128.load(y));
        const far = f64x2.sub(value, v128.load(y, 16));
        first = accumulated<f64, Plus>(f64x2.mul(near, near), v128.load(scratch + j * 8), first);
        second = accumulated<f64, Plus>(f64x2.mul(far, far), v128.load(scratch + j * 8, 16), second);
        y += 32;
      }
      const sum = f64x2.add(first, second);
      const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
      // Twice, for the other triangle.
      store<f64>(gradient + d * 8, load<f64>(gradient + d * 8) + 2 * total);
      x += aRow;
    }
  }
}

/** Weights times steepness at the `rest` points after `point`; then zeros to the end of a group of four. */
function steepnessRow(
  kind: i32,
  width: i32,
  point: usize,
  pointRow: usize,
  rest: i32,
  weights: usize,
  scratch: usize,
): void {
  for (let j = 0; j < rest; j += 4) {
    let first = f64x2.splat(0);
    let second = f64x2.splat(0);
    let x = point;
    for (let d = 0; d < width; d++) {
      const value = v128.load64_splat(x);
      const y = x + 8 + j * 8;
      const near = f64x2.sub(value, v128.load(y));
      const far = f64x2.sub(value, v128.load(y, 16));
      first = accumulated<f64, Plus>(near, near, first);
      second = accumulated<f64, Plus>(far, far, second);
      x += pointRow;
    }
    v128.store(scratch + j * 8, f64x2.mul(v128.load(weights + j * 8), steepness(kind, first)));
    v128.store(scratch + j * 8, f64x2.mul(v128.load(weights + j * 8, 16), steepness(kind, second)), 16);
  }
  for (let j = rest; (j & 3) !== 0; j++) store<f64>(scratch + j * 8, 0);
}
