/**
 * Covariance functions of scaled distance r, of unit variance: squared exponential exp(-r² / 2), Matern 3/2
 * (1 + sqrt(3) r) exp(-sqrt(3) r) and Matern 5/2 (1 + sqrt(5) r + 5 r² / 3) exp(-sqrt(5) r) (Rasmussen and Williams, 2006,
 * section 4.2). Inputs are feature-major (width x n) and already divided by their length scales.
 */
import { Exponential } from "./exponential";
import { mirror } from "./factor";
import { accumulated, Plus } from "./lanes";

export const SQUARED_EXPONENTIAL = 0;
export const MATERN_32 = 1;
export const SQRT_3: f64 = 1.7320508075688772;
export const SQRT_5: f64 = 2.23606797749979;

/** The functions where the build is made, as the types of loops: a choice inside a loop keeps V8 from joining vectors. */
export type SquaredExponential = i8;
export type Matern32 = i16;
export type Matern52 = i32;

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
  for (let i = 0; i < n; i++) fillRow(kind, width, a + i * 8, aRow, b, bRow, 0, m, c + <usize>i * cRow);
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
    fillRow(kind, width, a + i * 8, aRow, a, aRow, i & ~3, n, row);
    store<f64>(row + i * 8, 1 + nugget);
  }
  mirror(c, cRow, n);
}

/** Covariances of one point with the points `from` .. `m`, four at a time; the padding of the row is written too. */
function fillRow(
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
  if (kind === SQUARED_EXPONENTIAL)
    fillFamilyRow<SquaredExponential>(width, point, pointRow, b, bRow, from, m, row);
  else if (kind === MATERN_32) fillFamilyRow<Matern32>(width, point, pointRow, b, bRow, from, m, row);
  else fillFamilyRow<Matern52>(width, point, pointRow, b, bRow, from, m, row);
}

function fillFamilyRow<Kind>(
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
    // Both are found before one is stored: V8 joins no vectors across a store.
    const nearOnes = Covariance.at<Kind>(first);
    const farOnes = Covariance.at<Kind>(second);
    v128.store(row + j * 8, nearOnes);
    v128.store(row + j * 8, farOnes, 16);
  }
}

/** A class for the sake of its decorator, which a function may not have. */
export class Covariance {
  /** Matern's distances are negative here: f64x2.neg comes out wrong where V8 (of Node 24) joins vectors. */
  @inline
  static at<Kind>(squared: v128): v128 {
    if (sizeof<Kind>() === sizeof<SquaredExponential>())
      return Exponential.of(f64x2.mul(squared, f64x2.splat(-0.5)));
    const ones = f64x2.splat(1);
    if (sizeof<Kind>() === sizeof<Matern32>()) {
      const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(-SQRT_3));
      return f64x2.mul(f64x2.sub(ones, r), Exponential.of(r));
    }
    const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(-SQRT_5));
    const polynomial = f64x2.add(f64x2.sub(ones, r), f64x2.mul(squared, f64x2.splat(5.0 / 3.0)));
    return f64x2.mul(polynomial, Exponential.of(r));
  }
}

/** Minus twice the derivative of the covariance with respect to the squared distance. */
export function steepness(kind: i32, squared: v128): v128 {
  if (kind === SQUARED_EXPONENTIAL) return Exponential.of(f64x2.mul(squared, f64x2.splat(-0.5)));
  if (kind === MATERN_32) {
    const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(SQRT_3));
    return f64x2.mul(f64x2.splat(3), Exponential.of(f64x2.neg(r)));
  }
  const r = f64x2.mul(f64x2.sqrt(squared), f64x2.splat(SQRT_5));
  const factor = f64x2.mul(f64x2.splat(5.0 / 3.0), f64x2.add(f64x2.splat(1), r));
  return f64x2.mul(factor, Exponential.of(f64x2.neg(r)));
}
