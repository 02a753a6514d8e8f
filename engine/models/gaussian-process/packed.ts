/** Lower triangles packed by rows: row i has i + 1 entries. */

/**
 * Packs a lower triangle row by row, without what is above the diagonal.
 * @param values n rows of `stride` numbers each
 * @param stride the distance between the beginnings of two rows
 * @param n the number of rows
 * @returns n (n + 1) / 2
 */
export function pack(values: Float64Array, stride: number, n: number): Float64Array {
  const packed = new Float64Array((n * (n + 1)) / 2);
  for (let i = 0, at = 0; i < n; at += ++i) packed.set(values.subarray(i * stride, i * stride + i + 1), at);
  return packed;
}

/**
 * Computes L x for a packed lower triangle L.
 * @param packed L: n (n + 1) / 2
 * @param vector x: n
 * @param product n; overwritten
 */
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

/**
 * Inverts `pack`. What is above the diagonal is left as it is.
 * @param packed n (n + 1) / 2
 * @param values n rows of `stride` numbers each; overwritten
 * @param stride the distance between the beginnings of two rows
 * @param n the number of rows
 */
export function unpack(packed: Float64Array, values: Float64Array, stride: number, n: number): void {
  for (let i = 0, at = 0; i < n; at += ++i) values.set(packed.subarray(at, at + i + 1), i * stride);
}

/**
 * Computes Lᵀ x for a packed lower triangle L.
 * @param packed L: n (n + 1) / 2
 * @param vector x: n
 * @param product n; overwritten
 */
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
