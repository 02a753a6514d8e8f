/**
 * Systems with a triangular matrix R (n x n, upper, row-major): Rᵀ Y = B forwards, R X = Y backwards. Blocks of rows are
 * solved one after the other, a strip of right-hand sides at a time; the rest is matrix products.
 */
import { BLOCK_ROWS, Minus, STRIP_ADDRESS, TILE_BYTES, TILE_ROWS } from "./lanes";
import { packRows, product } from "./multiply";
import { tile } from "./tile";

const STRIP_COLUMNS = TILE_BYTES / 8;

/**
 * B (n x m) becomes Rᵀ⁻¹ B. Where `lower`, B is lower triangular and so is the result, and entries above the diagonal block
 * are left alone.
 */
export function forwards(r: usize, rRow: usize, n: i32, b: usize, bRow: usize, m: i32, lower: bool): void {
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    const rows = min(BLOCK_ROWS, n - from);
    const columns = lower ? min(m, from + rows) : m;
    const diagonal = r + <usize>from * rRow + from * 8;
    const block = b + <usize>from * bRow;
    blockForwards(diagonal, rRow, rows, block, bRow, columns);
    const rest = n - from - rows;
    if (rest === 0) return;
    const below = block + <usize>rows * bRow;
    const rightBlock = diagonal + rows * 8;
    product<f64, Minus>(
      below,
      bRow,
      rest,
      columns,
      rows,
      rightBlock,
      8,
      rRow,
      block,
      bRow,
      false,
      false,
      false,
    );
  }
}

/** B (n x m) becomes R⁻¹ B. */
export function backwards(r: usize, rRow: usize, n: i32, b: usize, bRow: usize, m: i32): void {
  for (let from = ((n - 1) / BLOCK_ROWS) * BLOCK_ROWS; from >= 0; from -= BLOCK_ROWS) {
    const rows = min(BLOCK_ROWS, n - from);
    const block = b + <usize>from * bRow;
    blockBackwards(r + <usize>from * rRow + from * 8, rRow, rows, block, bRow, m);
    if (from === 0) return;
    product<f64, Minus>(b, bRow, from, m, rows, r + from * 8, rRow, 8, block, bRow, false, false, false);
  }
}

/** `forwards` for at most BLOCK_ROWS rows. */
export function blockForwards(r: usize, rRow: usize, n: i32, b: usize, bRow: usize, m: i32): void {
  for (let j = 0; j < m; j += STRIP_COLUMNS) {
    const columns = min(STRIP_COLUMNS, m - j);
    const strip = b + j * 8;
    packRows<f64>(strip, bRow, n, columns, STRIP_ADDRESS);
    for (let i = 0; i < n; i += TILE_ROWS) {
      const rows = min(TILE_ROWS, n - i);
      const rest = STRIP_ADDRESS + i * TILE_BYTES;
      if (i > 0) tile<f64, Minus>(r + i * 8, 8, rRow, rows, STRIP_ADDRESS, i, rest, TILE_BYTES);
      const corner = r + <usize>i * rRow + i * 8;
      for (let p = 0; p < rows; p++) {
        const row = rest + p * TILE_BYTES;
        for (let q = 0; q < p; q++) {
          takeAway(row, rest + q * TILE_BYTES, load<f64>(corner + <usize>q * rRow + p * 8));
        }
        divide(row, load<f64>(corner + <usize>p * rRow + p * 8));
      }
    }
    unpackRows(strip, bRow, n, columns);
  }
}

/** `backwards` for at most BLOCK_ROWS rows. */
function blockBackwards(r: usize, rRow: usize, n: i32, b: usize, bRow: usize, m: i32): void {
  for (let j = 0; j < m; j += STRIP_COLUMNS) {
    const columns = min(STRIP_COLUMNS, m - j);
    const strip = b + j * 8;
    packRows<f64>(strip, bRow, n, columns, STRIP_ADDRESS);
    for (let i = ((n - 1) / TILE_ROWS) * TILE_ROWS; i >= 0; i -= TILE_ROWS) {
      const rows = min(TILE_ROWS, n - i);
      const rest = STRIP_ADDRESS + i * TILE_BYTES;
      const done = i + rows;
      if (done < n) {
        const rightBlock = r + <usize>i * rRow + done * 8;
        tile<f64, Minus>(
          rightBlock,
          rRow,
          8,
          rows,
          STRIP_ADDRESS + done * TILE_BYTES,
          n - done,
          rest,
          TILE_BYTES,
        );
      }
      const corner = r + <usize>i * rRow + i * 8;
      for (let p = rows - 1; p >= 0; p--) {
        const row = rest + p * TILE_BYTES;
        for (let q = p + 1; q < rows; q++) {
          takeAway(row, rest + q * TILE_BYTES, load<f64>(corner + <usize>p * rRow + q * 8));
        }
        divide(row, load<f64>(corner + <usize>p * rRow + p * 8));
      }
    }
    unpackRows(strip, bRow, n, columns);
  }
}

function takeAway(row: usize, other: usize, factor: f64): void {
  const share = f64x2.splat(factor);
  for (let at = 0; at < TILE_BYTES; at += 16) {
    v128.store(row + at, f64x2.sub(v128.load(row + at), f64x2.mul(share, v128.load(other + at))));
  }
}

function divide(row: usize, pivot: f64): void {
  const divisor = f64x2.splat(pivot);
  for (let at = 0; at < TILE_BYTES; at += 16) v128.store(row + at, f64x2.div(v128.load(row + at), divisor));
}

function unpackRows(b: usize, bRow: usize, rows: i32, columns: i32): void {
  let from = STRIP_ADDRESS;
  for (let p = 0; p < rows; p++) {
    if (columns === STRIP_COLUMNS) {
      for (let at = 0; at < TILE_BYTES; at += 16) v128.store(b + at, v128.load(from + at));
    } else for (let j = 0; j < columns; j++) store<f64>(b + j * 8, load<f64>(from + j * 8));
    b += bRow;
    from += TILE_BYTES;
  }
}

/** The vector x becomes Rᵀ⁻¹ x. */
export function forwardsOne(r: usize, rRow: usize, n: i32, x: usize): void {
  for (let i = 0; i < n; i++) {
    const row = r + <usize>i * rRow;
    const value = load<f64>(x + i * 8) / load<f64>(row + i * 8);
    store<f64>(x + i * 8, value);
    const share = f64x2.splat(value);
    let j = i + 1;
    for (; j + 4 <= n; j += 4) {
      const at = x + j * 8;
      const first = f64x2.mul(share, v128.load(row + j * 8));
      const second = f64x2.mul(share, v128.load(row + j * 8, 16));
      v128.store(at, f64x2.sub(v128.load(at), first));
      v128.store(at, f64x2.sub(v128.load(at, 16), second), 16);
    }
    for (; j < n; j++) store<f64>(x + j * 8, load<f64>(x + j * 8) - value * load<f64>(row + j * 8));
  }
}

/** The vector x becomes R⁻¹ x. */
export function backwardsOne(r: usize, rRow: usize, n: i32, x: usize): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = r + <usize>i * rRow;
    const rest = load<f64>(x + i * 8) - dotProduct(row + i * 8 + 8, x + i * 8 + 8, n - i - 1);
    store<f64>(x + i * 8, rest / load<f64>(row + i * 8));
  }
}

/** The sum of products of two vectors, in eight sums. */
function dotProduct(x: usize, y: usize, n: i32): f64 {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  let i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(x), v128.load(y)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
    s2 = f64x2.add(s2, f64x2.mul(v128.load(x, 32), v128.load(y, 32)));
    s3 = f64x2.add(s3, f64x2.mul(v128.load(x, 48), v128.load(y, 48)));
    x += 64;
    y += 64;
  }
  const pair = f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3));
  let sum = f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  for (; i < n; i++) {
    sum += load<f64>(x) * load<f64>(y);
    x += 8;
    y += 8;
  }
  return sum;
}
