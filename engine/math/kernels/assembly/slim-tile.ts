/** A tile of one vector's width: what `tile` is for the last columns of C, and for a batch of one. */
import { accumulated, TILE_BYTES } from "./lanes";

/** Rows of a slim tile. */
export const SLIM_ROWS: i32 = 12;

/** Does the same as `tile` for the first vector of the panel's rows only; `rows` is 1 .. 12. */
export function slimTile<T, S>(
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
  const at6 = min<usize>(6, last);
  const at7 = min<usize>(7, last);
  const at8 = min<usize>(8, last);
  const at9 = min<usize>(9, last);
  const at10 = min<usize>(10, last);
  const at11 = min<usize>(11, last);
  let a0 = a;
  const d1 = at1 * aRow;
  const d2 = at2 * aRow;
  const d3 = at3 * aRow;
  const d4 = at4 * aRow;
  const d5 = at5 * aRow;
  const d6 = at6 * aRow;
  const d7 = at7 * aRow;
  const d8 = at8 * aRow;
  const d9 = at9 * aRow;
  const d10 = at10 * aRow;
  const d11 = at11 * aRow;
  let s0 = v128.load(c);
  let s1 = v128.load(c + at1 * cRow);
  let s2 = v128.load(c + at2 * cRow);
  let s3 = v128.load(c + at3 * cRow);
  let s4 = v128.load(c + at4 * cRow);
  let s5 = v128.load(c + at5 * cRow);
  let s6 = v128.load(c + at6 * cRow);
  let s7 = v128.load(c + at7 * cRow);
  let s8 = v128.load(c + at8 * cRow);
  let s9 = v128.load(c + at9 * cRow);
  let s10 = v128.load(c + at10 * cRow);
  let s11 = v128.load(c + at11 * cRow);
  for (let p = 0; p < k; p++) {
    const b = v128.load(panel);
    s0 = accumulated<T, S>(v128.load_splat<T>(a0), b, s0);
    s1 = accumulated<T, S>(v128.load_splat<T>(a0 + d1), b, s1);
    s2 = accumulated<T, S>(v128.load_splat<T>(a0 + d2), b, s2);
    s3 = accumulated<T, S>(v128.load_splat<T>(a0 + d3), b, s3);
    s4 = accumulated<T, S>(v128.load_splat<T>(a0 + d4), b, s4);
    s5 = accumulated<T, S>(v128.load_splat<T>(a0 + d5), b, s5);
    s6 = accumulated<T, S>(v128.load_splat<T>(a0 + d6), b, s6);
    s7 = accumulated<T, S>(v128.load_splat<T>(a0 + d7), b, s7);
    s8 = accumulated<T, S>(v128.load_splat<T>(a0 + d8), b, s8);
    s9 = accumulated<T, S>(v128.load_splat<T>(a0 + d9), b, s9);
    s10 = accumulated<T, S>(v128.load_splat<T>(a0 + d10), b, s10);
    s11 = accumulated<T, S>(v128.load_splat<T>(a0 + d11), b, s11);
    a0 += aColumn;
    panel += TILE_BYTES;
  }
  v128.store(c, s0);
  v128.store(c + at1 * cRow, s1);
  v128.store(c + at2 * cRow, s2);
  v128.store(c + at3 * cRow, s3);
  v128.store(c + at4 * cRow, s4);
  v128.store(c + at5 * cRow, s5);
  v128.store(c + at6 * cRow, s6);
  v128.store(c + at7 * cRow, s7);
  v128.store(c + at8 * cRow, s8);
  v128.store(c + at9 * cRow, s9);
  v128.store(c + at10 * cRow, s10);
  v128.store(c + at11 * cRow, s11);
}
