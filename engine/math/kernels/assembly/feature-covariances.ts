/** Covariances in single features: added to one of the distance in all of them, or multiplied. Inputs are as in covariance.ts. */
import {
  Covariance,
  MATERN_32,
  Matern32,
  Matern52,
  SQUARED_EXPONENTIAL,
  SquaredExponential,
} from "./covariance";
import { accumulated, Plus } from "./lanes";

/** Adds to C (n x m) for each feature `strength` times the covariances of a and b (width x n, width x m) in it alone. */
export function addComponents(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  b: usize,
  bRow: usize,
  m: i32,
  strengths: usize,
  c: usize,
  cRow: usize,
): void {
  for (let i = 0; i < n; i++) {
    const row = c + <usize>i * cRow;
    for (let d = 0; d < width; d++) {
      const strength = load<f64>(strengths + d * 8);
      if (strength === 0) continue;
      const point = a + <usize>d * aRow + i * 8;
      const coordinates = b + <usize>d * bRow;
      if (kind === SQUARED_EXPONENTIAL)
        addComponent<SquaredExponential>(point, coordinates, m, strength, row);
      else if (kind === MATERN_32) addComponent<Matern32>(point, coordinates, m, strength, row);
      else addComponent<Matern52>(point, coordinates, m, strength, row);
    }
  }
}

function addComponent<Kind>(point: usize, coordinates: usize, m: i32, strength: f64, row: usize): void {
  const value = v128.load64_splat(point);
  const share = f64x2.splat(strength);
  for (let j = 0; j < m; j += 4) {
    const near = f64x2.sub(value, v128.load(coordinates + j * 8));
    const far = f64x2.sub(value, v128.load(coordinates + j * 8, 16));
    const at = row + j * 8;
    // Both are found before one is stored: V8 joins no vectors across a store.
    const first = accumulated<f64, Plus>(share, Covariance.at<Kind>(f64x2.mul(near, near)), v128.load(at));
    const second = accumulated<f64, Plus>(share, Covariance.at<Kind>(f64x2.mul(far, far)), v128.load(at, 16));
    v128.store(at, first);
    v128.store(at, second, 16);
  }
}

/**
 * The covariances (n x m) of points a (width x n) with points b (width x m) that are products over the features: of each
 * feature (1 + strength times the covariance in it alone) / (1 + strength).
 */
export function productCovariance(
  kind: i32,
  width: i32,
  a: usize,
  aRow: usize,
  n: i32,
  b: usize,
  bRow: usize,
  m: i32,
  strengths: usize,
  c: usize,
  cRow: usize,
): void {
  for (let i = 0; i < n; i++) {
    const point = a + i * 8;
    const row = c + <usize>i * cRow;
    if (kind === SQUARED_EXPONENTIAL)
      fillProducts<SquaredExponential>(width, point, aRow, b, bRow, m, strengths, row);
    else if (kind === MATERN_32) fillProducts<Matern32>(width, point, aRow, b, bRow, m, strengths, row);
    else fillProducts<Matern52>(width, point, aRow, b, bRow, m, strengths, row);
  }
}

/** Those of one point with `m` others, four at a time; the padding of the row is written too. */
function fillProducts<Kind>(
  width: i32,
  point: usize,
  pointRow: usize,
  b: usize,
  bRow: usize,
  m: i32,
  strengths: usize,
  row: usize,
): void {
  for (let j = 0; j < m; j += 4) {
    let first = f64x2.splat(1);
    let second = f64x2.splat(1);
    for (let d = 0; d < width; d++) {
      const strength = load<f64>(strengths + d * 8);
      const share = f64x2.splat(strength / (1 + strength));
      const rest = f64x2.splat(1 / (1 + strength));
      const value = v128.load64_splat(point + <usize>d * pointRow);
      const coordinates = b + <usize>d * bRow + j * 8;
      const near = f64x2.sub(value, v128.load(coordinates));
      const far = f64x2.sub(value, v128.load(coordinates, 16));
      const nearOnes = Covariance.at<Kind>(f64x2.mul(near, near));
      const farOnes = Covariance.at<Kind>(f64x2.mul(far, far));
      first = f64x2.mul(first, accumulated<f64, Plus>(share, nearOnes, rest));
      second = f64x2.mul(second, accumulated<f64, Plus>(share, farOnes, rest));
    }
    v128.store(row + j * 8, first);
    v128.store(row + j * 8, second, 16);
  }
}
