/** Lower triangles packed by rows: row i has i + 1 entries. */

/** A lower triangle stored row by row, each of `stride`. */
export function pack(values: Float64Array, stride: number, n: number): Float64Array {
  const packed = new Float64Array((n * (n + 1)) / 2);
  for (let i = 0, at = 0; i < n; at += ++i) packed.set(values.subarray(i * stride, i * stride + i + 1), at);
  return packed;
}

/** Fills `product` with the product of a packed triangle and a vector. */
export function timesVector(packed: Float64Array, vector: Float64Array, product: Float64Array): void {
  let at = 0;
  for (let i = 0; i < vector.length; i++) {
    let even = 0;
    let odd = 0;
    let j = 0;
    for (; j < i; j += 2) {
      even += packed[at + j] * vector[j];
      odd += packed[at + j + 1] * vector[j + 1];
    }
    if (j === i) even += packed[at + j] * vector[j];
    at += i + 1;
    product[i] = even + odd;
  }
}

/** The inverse of `pack`: what is above the diagonal is left alone. */
export function unpack(packed: Float64Array, values: Float64Array, stride: number, n: number): void {
  for (let i = 0, at = 0; i < n; at += ++i) values.set(packed.subarray(at, at + i + 1), i * stride);
}

/** Fills `product` with the product of the transpose of a packed triangle and a vector. */
export function transposedTimesVector(
  packed: Float64Array,
  vector: Float64Array,
  product: Float64Array,
): void {
  product.fill(0);
  for (let i = 0, at = 0; i < vector.length; at += ++i) {
    const share = vector[i];
    for (let j = 0; j <= i; j++) product[j] += share * packed[at + j];
  }
}
