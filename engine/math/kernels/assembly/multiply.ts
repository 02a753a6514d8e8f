/** Products of matrices of either precision, in place or transposed. Steps from row to row are in bytes. */
import { MAX_PACKED, PANEL_ADDRESS, TILE_BYTES, TILE_ROWS } from "./lanes";
import { SLIM_ROWS, slimTile } from "./slim-tile";
import { tile } from "./tile";

/**
 * Adds A B to C, or takes it away (S); C is m x n, and only the tiles that touch its upper triangle are written where
 * `upper`. C counts as zero before where `afresh`. Entry (i, p) of A lies at `a + i aRow + p aColumn`; `flipped` says that B
 * is given as its transpose (n x k). C's rows are padded to whole tiles.
 */
export function product<T, S>(
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
  afresh: bool,
  upper: bool,
): void {
  const size = <i32>sizeof<T>();
  const width = TILE_BYTES / size;
  const parts = max(1, (k + MAX_PACKED - 1) / MAX_PACKED);
  const part = (k + parts - 1) / parts;
  for (let at = 0; at < parts; at++) {
    const from = at * part;
    const depth = min(part, k - from);
    const left = a + <usize>from * aColumn;
    for (let j = 0; j < n; j += width) {
      const columns = min(width, n - j);
      if (flipped) packColumns<T>(b + <usize>j * bRow + from * size, bRow, depth, columns);
      else packRows<T>(b + <usize>from * bRow + j * size, bRow, depth, columns, PANEL_ADDRESS);
      const rows = upper ? min(m, j + width) : m;
      const slim = columns * size <= 16;
      const step = slim ? SLIM_ROWS : TILE_ROWS;
      for (let i = 0; i < rows; i += step) {
        const corner = c + j * size + <usize>i * cRow;
        const height = min(step, m - i);
        const leftRows = left + <usize>i * aRow;
        if (afresh && at === 0) clear(corner, cRow, height, slim ? 16 : TILE_BYTES);
        if (slim) slimTile<T, S>(leftRows, aRow, aColumn, height, PANEL_ADDRESS, depth, corner, cRow);
        else tile<T, S>(leftRows, aRow, aColumn, height, PANEL_ADDRESS, depth, corner, cRow);
      }
    }
  }
}

function clear(corner: usize, cRow: usize, rows: i32, bytes: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let at = 0; at < bytes; at += 16) v128.store(corner + at, i64x2.splat(0));
    corner += cRow;
  }
}

/** Copies a tile's columns of `depth` rows to `panel`, zeros where there are fewer columns. */
export function packRows<T>(b: usize, bRow: usize, depth: i32, columns: i32, panel: usize): void {
  if (columns * <i32>sizeof<T>() === TILE_BYTES) {
    for (let p = 0; p < depth; p++) {
      for (let at = 0; at < TILE_BYTES; at += 16) v128.store(panel + at, v128.load(b + at));
      b += bRow;
      panel += TILE_BYTES;
    }
    return;
  }
  const size = <i32>sizeof<T>();
  const bytes = columns * size;
  for (let p = 0; p < depth; p++) {
    for (let at = 0; at < TILE_BYTES; at += 16) v128.store(panel + at, i64x2.splat(0));
    for (let at = 0; at < bytes; at += size) store<T>(panel + at, load<T>(b + at));
    b += bRow;
    panel += TILE_BYTES;
  }
}

/** The same for a B given as its transpose: `columns` rows of `depth` entries. */
function packColumns<T>(b: usize, bRow: usize, depth: i32, columns: i32): void {
  const size = <i32>sizeof<T>();
  const lanes = 16 / size;
  const width = TILE_BYTES / size;
  let j = 0;
  for (; j + lanes <= columns; j += lanes) {
    const from = b + <usize>j * bRow;
    const to = PANEL_ADDRESS + j * size;
    let p = 0;
    for (; p + lanes <= depth; p += lanes) {
      turn<T>(from + p * size, bRow, to + p * TILE_BYTES, TILE_BYTES);
    }
    for (; p < depth; p++) {
      for (let i = 0; i < lanes; i++) {
        store<T>(to + p * TILE_BYTES + i * size, load<T>(from + <usize>i * bRow + p * size));
      }
    }
  }
  for (; j < width; j++) {
    const to = PANEL_ADDRESS + j * size;
    const from = b + <usize>j * bRow;
    for (let p = 0; p < depth; p++) {
      store<T>(to + p * TILE_BYTES, j < columns ? load<T>(from + p * size) : <T>0);
    }
  }
}

/** Transposes one square of vectors: 4 x 4 in single, 2 x 2 in double precision. */
function turn<T>(from: usize, fromRow: usize, to: usize, toRow: usize): void {
  if (sizeof<T>() === 8) {
    const first = v128.load(from);
    const second = v128.load(from + fromRow);
    v128.store(to, v128.shuffle<f64>(first, second, 0, 2));
    v128.store(to + toRow, v128.shuffle<f64>(first, second, 1, 3));
    return;
  }
  const r0 = v128.load(from);
  const r1 = v128.load(from + fromRow);
  const r2 = v128.load(from + 2 * fromRow);
  const r3 = v128.load(from + 3 * fromRow);
  const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f64>(low01, low23, 0, 2));
  v128.store(to + toRow, v128.shuffle<f64>(low01, low23, 1, 3));
  v128.store(to + 2 * toRow, v128.shuffle<f64>(high01, high23, 0, 2));
  v128.store(to + 3 * toRow, v128.shuffle<f64>(high01, high23, 1, 3));
}

/** B (n x m) = Aᵀ of A (m x n). */
export function transposed<T>(a: usize, aRow: usize, b: usize, bRow: usize, m: i32, n: i32): void {
  const size = <i32>sizeof<T>();
  const lanes = 16 / size;
  let i = 0;
  for (; i + lanes <= m; i += lanes) {
    let j = 0;
    for (; j + lanes <= n; j += lanes) {
      turn<T>(a + <usize>i * aRow + j * size, aRow, b + <usize>j * bRow + i * size, bRow);
    }
    for (; j < n; j++) {
      for (let r = i; r < i + lanes; r++) moveEntry<T>(a, aRow, b, bRow, r, j);
    }
  }
  for (; i < m; i++) for (let j = 0; j < n; j++) moveEntry<T>(a, aRow, b, bRow, i, j);
}

function moveEntry<T>(a: usize, aRow: usize, b: usize, bRow: usize, i: i32, j: i32): void {
  store<T>(b + <usize>j * bRow + i * sizeof<T>(), load<T>(a + <usize>i * aRow + j * sizeof<T>()));
}
