/** The exports of the module: see ../kernels.ts. Steps from row to row are in bytes, everything else in entries. */
import { affine } from "./affine";
import { Minus, Plus } from "./lanes";
import { activateAll, slopeAll } from "./layers";
import { product, transposed } from "./multiply";

export { adamStep } from "./adam";
export { crossCovariance, ownCovariance } from "./covariance";
export { columnSquares, factorise, inverseOf, invertFactor, scaleUpper } from "./factor";
export { addComponents, productCovariance } from "./feature-covariances";
export { differences, gatherColumns, layerJacobian, rowSums } from "./layers";
export { componentsGradient, productGradient, weighSteepness } from "./process";
export { backwards, backwardsOne, forwards, forwardsOne } from "./triangular";

/** `sign`: 0 for C = A B, 1 for C + A B, -1 for C - A B. */
export function multiply64(
  c: usize,
  cRow: usize,
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  aRow: usize,
  aColumn: usize,
  b: usize,
  bRow: usize,
  flipped: bool,
  sign: i32,
  upper: bool,
): void {
  if (sign < 0) product<f64, Minus>(c, cRow, m, n, k, a, aRow, aColumn, b, bRow, flipped, false, upper);
  else product<f64, Plus>(c, cRow, m, n, k, a, aRow, aColumn, b, bRow, flipped, sign === 0, upper);
}

export function multiply32(
  c: usize,
  cRow: usize,
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  aRow: usize,
  aColumn: usize,
  b: usize,
  bRow: usize,
  flipped: bool,
  sign: i32,
  upper: bool,
): void {
  if (sign < 0) product<f32, Minus>(c, cRow, m, n, k, a, aRow, aColumn, b, bRow, flipped, false, upper);
  else product<f32, Plus>(c, cRow, m, n, k, a, aRow, aColumn, b, bRow, flipped, sign === 0, upper);
}

/** B (n x m) = Aᵀ of A (m x n). */
export function transpose64(a: usize, aRow: usize, b: usize, bRow: usize, m: i32, n: i32): void {
  transposed<f64>(a, aRow, b, bRow, m, n);
}

export function activate32(
  kind: i32,
  sums: usize,
  sumsRow: usize,
  units: i32,
  count: i32,
  biases: usize,
  derivatives: usize,
  derivativesRow: usize,
): void {
  activateAll<f32>(kind, sums, sumsRow, units, count, biases, derivatives, derivativesRow);
}

export function activate64(
  kind: i32,
  sums: usize,
  sumsRow: usize,
  units: i32,
  count: i32,
  biases: usize,
  derivatives: usize,
  derivativesRow: usize,
): void {
  activateAll<f64>(kind, sums, sumsRow, units, count, biases, derivatives, derivativesRow);
}

export function affine32(
  transposed: usize,
  row: usize,
  units: i32,
  k: i32,
  x: usize,
  b: usize,
  y: usize,
): void {
  affine<f32>(transposed, row, units, k, x, b, y);
}

export function affine64(
  transposed: usize,
  row: usize,
  units: i32,
  k: i32,
  x: usize,
  b: usize,
  y: usize,
): void {
  affine<f64>(transposed, row, units, k, x, b, y);
}

export function slope32(
  deltas: usize,
  deltasRow: usize,
  derivatives: usize,
  derivativesRow: usize,
  units: i32,
  count: i32,
): void {
  slopeAll<f32>(deltas, deltasRow, derivatives, derivativesRow, units, count);
}

export function slope64(
  deltas: usize,
  deltasRow: usize,
  derivatives: usize,
  derivativesRow: usize,
  units: i32,
  count: i32,
): void {
  slopeAll<f64>(deltas, deltasRow, derivatives, derivativesRow, units, count);
}
