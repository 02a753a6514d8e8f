/** A layer for a single point. */
import { accumulated, Plus } from "./lanes";

/**
 * y (units) = b (units) + W x: W is given as its transpose (k x units), all rows in whole lines of 64 bytes. Sums are taken in
 * the order in which `product` takes them, and so come to the same bits.
 */
export function affine<T>(
  transposed: usize,
  row: usize,
  units: i32,
  k: i32,
  x: usize,
  b: usize,
  y: usize,
): void {
  const size = <i32>sizeof<T>();
  const bytes = units * size;
  let at = 0;
  for (; at + 64 < bytes; at += 128) twoLines<T>(transposed + at, row, k, x, b + at, y + at);
  if (at < bytes) oneLine<T>(transposed + at, row, k, x, b + at, y + at);
}

function twoLines<T>(weights: usize, row: usize, k: i32, x: usize, b: usize, y: usize): void {
  let s0 = v128.splat<T>(<T>0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let s4 = s0;
  let s5 = s0;
  let s6 = s0;
  let s7 = s0;
  for (let p = 0; p < k; p++) {
    const value = v128.load_splat<T>(x);
    s0 = accumulated<T, Plus>(v128.load(weights), value, s0);
    s1 = accumulated<T, Plus>(v128.load(weights, 16), value, s1);
    s2 = accumulated<T, Plus>(v128.load(weights, 32), value, s2);
    s3 = accumulated<T, Plus>(v128.load(weights, 48), value, s3);
    s4 = accumulated<T, Plus>(v128.load(weights, 64), value, s4);
    s5 = accumulated<T, Plus>(v128.load(weights, 80), value, s5);
    s6 = accumulated<T, Plus>(v128.load(weights, 96), value, s6);
    s7 = accumulated<T, Plus>(v128.load(weights, 112), value, s7);
    x += sizeof<T>();
    weights += row;
  }
  v128.store(y, v128.add<T>(s0, v128.load(b)));
  v128.store(y, v128.add<T>(s1, v128.load(b, 16)), 16);
  v128.store(y, v128.add<T>(s2, v128.load(b, 32)), 32);
  v128.store(y, v128.add<T>(s3, v128.load(b, 48)), 48);
  v128.store(y, v128.add<T>(s4, v128.load(b, 64)), 64);
  v128.store(y, v128.add<T>(s5, v128.load(b, 80)), 80);
  v128.store(y, v128.add<T>(s6, v128.load(b, 96)), 96);
  v128.store(y, v128.add<T>(s7, v128.load(b, 112)), 112);
}

function oneLine<T>(weights: usize, row: usize, k: i32, x: usize, b: usize, y: usize): void {
  let s0 = v128.splat<T>(<T>0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  for (let p = 0; p < k; p++) {
    const value = v128.load_splat<T>(x);
    s0 = accumulated<T, Plus>(v128.load(weights), value, s0);
    s1 = accumulated<T, Plus>(v128.load(weights, 16), value, s1);
    s2 = accumulated<T, Plus>(v128.load(weights, 32), value, s2);
    s3 = accumulated<T, Plus>(v128.load(weights, 48), value, s3);
    x += sizeof<T>();
    weights += row;
  }
  v128.store(y, v128.add<T>(s0, v128.load(b)));
  v128.store(y, v128.add<T>(s1, v128.load(b, 16)), 16);
  v128.store(y, v128.add<T>(s2, v128.load(b, 32)), 32);
  v128.store(y, v128.add<T>(s3, v128.load(b, 48)), 48);
}
