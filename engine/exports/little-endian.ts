/** Numbers as files hold them: eight bytes each, the lowest first, whatever machine writes them. */

export function doubleBytes(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => {
    view.setFloat64(at * 8, value, true);
  });
  return bytes;
}

/** @param values whole numbers */
export function integerBytes(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => {
    view.setBigInt64(at * 8, BigInt(value), true);
  });
  return bytes;
}
