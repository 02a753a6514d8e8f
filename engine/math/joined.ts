/**
 * Joins the numbers of all parts, one part after the other.
 * @param parts arrays of any length
 * @returns as long as all parts together
 */
export function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}
