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
