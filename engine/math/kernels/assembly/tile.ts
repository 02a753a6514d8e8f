/**
 * The tile that all matrix products are made of: six rows of C in registers, to which products of single entries of A with
 * rows of a packed panel of B are added (Goto and van de Geijn, 2008, "Anatomy of high-performance matrix
 * multiplication"). Where fewer than six rows are left, the last is counted several times, to the same result.
 */
import { accumulated, HAS_WIDE_TILES, TILE_BYTES } from "./lanes";

/**
 * Adds A B to C, or takes it away (S), C being `rows` (1 .. 6) x a tile's row.
 * Steps are in bytes: from row to row of A, from column to column of A, from row to row of C.
 */
export function tile<T, S>(
  a: usize,
  aRow: usize,
  aColumn: usize,
  rows: i32,
  panel: usize,
  k: i32,
  c: usize,
  cRow: usize,
): void {
  if (HAS_WIDE_TILES) tileOfFour<T, S>(a, aRow, aColumn, rows, panel, k, c, cRow);
  else tileOfTwo<T, S>(a, aRow, aColumn, rows, panel, k, c, cRow);
}

function tileOfTwo<T, S>(
  a: usize,
  aRow: usize,
  aColumn: usize,
  rows: i32,
  panel: usize,
  k: i32,
  c: usize,
  cRow: usize,
): void {
  const last: usize = rows - 1;
  const at1 = min<usize>(1, last);
  const at2 = min<usize>(2, last);
  const at3 = min<usize>(3, last);
  const at4 = min<usize>(4, last);
  const at5 = min<usize>(5, last);
  let a0 = a;
  let a1 = a + at1 * aRow;
  let a2 = a + at2 * aRow;
  let a3 = a + at3 * aRow;
  let a4 = a + at4 * aRow;
  let a5 = a + at5 * aRow;
  const c0 = c;
  const c1 = c + at1 * cRow;
  const c2 = c + at2 * cRow;
  const c3 = c + at3 * cRow;
  const c4 = c + at4 * cRow;
  const c5 = c + at5 * cRow;
  let s00 = v128.load(c0);
  let s01 = v128.load(c0, 16);
  let s10 = v128.load(c1);
  let s11 = v128.load(c1, 16);
  let s20 = v128.load(c2);
  let s21 = v128.load(c2, 16);
  let s30 = v128.load(c3);
  let s31 = v128.load(c3, 16);
  let s40 = v128.load(c4);
  let s41 = v128.load(c4, 16);
  let s50 = v128.load(c5);
  let s51 = v128.load(c5, 16);
  for (let p = 0; p < k; p++) {
    const b0 = v128.load(panel);
    const b1 = v128.load(panel, 16);
    const x0 = v128.load_splat<T>(a0);
    s00 = accumulated<T, S>(x0, b0, s00);
    s01 = accumulated<T, S>(x0, b1, s01);
    const x1 = v128.load_splat<T>(a1);
    s10 = accumulated<T, S>(x1, b0, s10);
    s11 = accumulated<T, S>(x1, b1, s11);
    const x2 = v128.load_splat<T>(a2);
    s20 = accumulated<T, S>(x2, b0, s20);
    s21 = accumulated<T, S>(x2, b1, s21);
    const x3 = v128.load_splat<T>(a3);
    s30 = accumulated<T, S>(x3, b0, s30);
    s31 = accumulated<T, S>(x3, b1, s31);
    const x4 = v128.load_splat<T>(a4);
    s40 = accumulated<T, S>(x4, b0, s40);
    s41 = accumulated<T, S>(x4, b1, s41);
    const x5 = v128.load_splat<T>(a5);
    s50 = accumulated<T, S>(x5, b0, s50);
    s51 = accumulated<T, S>(x5, b1, s51);
    a0 += aColumn;
    a1 += aColumn;
    a2 += aColumn;
    a3 += aColumn;
    a4 += aColumn;
    a5 += aColumn;
    panel += TILE_BYTES;
  }
  v128.store(c0, s00);
  v128.store(c0, s01, 16);
  v128.store(c1, s10);
  v128.store(c1, s11, 16);
  v128.store(c2, s20);
  v128.store(c2, s21, 16);
  v128.store(c3, s30);
  v128.store(c3, s31, 16);
  v128.store(c4, s40);
  v128.store(c4, s41, 16);
  v128.store(c5, s50);
  v128.store(c5, s51, 16);
}

function tileOfFour<T, S>(
  a: usize,
  aRow: usize,
  aColumn: usize,
  rows: i32,
  panel: usize,
  k: i32,
  c: usize,
  cRow: usize,
): void {
  const last: usize = rows - 1;
  const at1 = min<usize>(1, last);
  const at2 = min<usize>(2, last);
  const at3 = min<usize>(3, last);
  const at4 = min<usize>(4, last);
  const at5 = min<usize>(5, last);
  let a0 = a;
  let a1 = a + at1 * aRow;
  let a2 = a + at2 * aRow;
  let a3 = a + at3 * aRow;
  let a4 = a + at4 * aRow;
  let a5 = a + at5 * aRow;
  const c0 = c;
  const c1 = c + at1 * cRow;
  const c2 = c + at2 * cRow;
  const c3 = c + at3 * cRow;
  const c4 = c + at4 * cRow;
  const c5 = c + at5 * cRow;
  let s00 = v128.load(c0);
  let s01 = v128.load(c0, 16);
  let s02 = v128.load(c0, 32);
  let s03 = v128.load(c0, 48);
  let s10 = v128.load(c1);
  let s11 = v128.load(c1, 16);
  let s12 = v128.load(c1, 32);
  let s13 = v128.load(c1, 48);
  let s20 = v128.load(c2);
  let s21 = v128.load(c2, 16);
  let s22 = v128.load(c2, 32);
  let s23 = v128.load(c2, 48);
  let s30 = v128.load(c3);
  let s31 = v128.load(c3, 16);
  let s32 = v128.load(c3, 32);
  let s33 = v128.load(c3, 48);
  let s40 = v128.load(c4);
  let s41 = v128.load(c4, 16);
  let s42 = v128.load(c4, 32);
  let s43 = v128.load(c4, 48);
  let s50 = v128.load(c5);
  let s51 = v128.load(c5, 16);
  let s52 = v128.load(c5, 32);
  let s53 = v128.load(c5, 48);
  for (let p = 0; p < k; p++) {
    const b0 = v128.load(panel);
    const b1 = v128.load(panel, 16);
    const b2 = v128.load(panel, 32);
    const b3 = v128.load(panel, 48);
    const x0 = v128.load_splat<T>(a0);
    s00 = accumulated<T, S>(x0, b0, s00);
    s01 = accumulated<T, S>(x0, b1, s01);
    s02 = accumulated<T, S>(x0, b2, s02);
    s03 = accumulated<T, S>(x0, b3, s03);
    const x1 = v128.load_splat<T>(a1);
    s10 = accumulated<T, S>(x1, b0, s10);
    s11 = accumulated<T, S>(x1, b1, s11);
    s12 = accumulated<T, S>(x1, b2, s12);
    s13 = accumulated<T, S>(x1, b3, s13);
    const x2 = v128.load_splat<T>(a2);
    s20 = accumulated<T, S>(x2, b0, s20);
    s21 = accumulated<T, S>(x2, b1, s21);
    s22 = accumulated<T, S>(x2, b2, s22);
    s23 = accumulated<T, S>(x2, b3, s23);
    const x3 = v128.load_splat<T>(a3);
    s30 = accumulated<T, S>(x3, b0, s30);
    s31 = accumulated<T, S>(x3, b1, s31);
    s32 = accumulated<T, S>(x3, b2, s32);
    s33 = accumulated<T, S>(x3, b3, s33);
    const x4 = v128.load_splat<T>(a4);
    s40 = accumulated<T, S>(x4, b0, s40);
    s41 = accumulated<T, S>(x4, b1, s41);
    s42 = accumulated<T, S>(x4, b2, s42);
    s43 = accumulated<T, S>(x4, b3, s43);
    const x5 = v128.load_splat<T>(a5);
    s50 = accumulated<T, S>(x5, b0, s50);
    s51 = accumulated<T, S>(x5, b1, s51);
    s52 = accumulated<T, S>(x5, b2, s52);
    s53 = accumulated<T, S>(x5, b3, s53);
    a0 += aColumn;
    a1 += aColumn;
    a2 += aColumn;
    a3 += aColumn;
    a4 += aColumn;
    a5 += aColumn;
    panel += TILE_BYTES;
  }
  storeFour(c0, s00, s01, s02, s03);
  storeFour(c1, s10, s11, s12, s13);
  storeFour(c2, s20, s21, s22, s23);
  storeFour(c3, s30, s31, s32, s33);
  storeFour(c4, s40, s41, s42, s43);
  storeFour(c5, s50, s51, s52, s53);
}

function storeFour(to: usize, s0: v128, s1: v128, s2: v128, s3: v128): void {
  v128.store(to, s0);
  v128.store(to, s1, 16);
  v128.store(to, s2, 32);
  v128.store(to, s3, 48);
}
