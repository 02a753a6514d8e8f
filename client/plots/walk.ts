/** Long curves are walked in about this many strides. */
const STRIDE_COUNT = 50;

/**
 * The point that an arrow key, Home or End leads to; null for any other key.
 * @param columns the number of points in a row, where they lie in rows
 */
export function walkTo(
  { count, columns }: { readonly count: number; readonly columns?: number | undefined },
  from: number | null,
  key: string,
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const stride = columns === undefined ? Math.max(1, Math.round(count / STRIDE_COUNT)) : 1;
  const bounded = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case "ArrowRight":
      return from === null ? 0 : bounded(from + stride);
    case "ArrowLeft":
      return from === null ? last : bounded(from - stride);
    case "ArrowDown":
      return columns === undefined ? null : from === null ? 0 : bounded(from + columns);
    case "ArrowUp":
      return columns === undefined ? null : from === null ? last : bounded(from - columns);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
