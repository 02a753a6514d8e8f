/**
 * At most `maximum` of the positions `from .. to - 1` (ascending), the same for every curve, such that each curve drawn
 * through them keeps its peaks: every stretch of positions gives the lowest and the highest point of each curve.
 */
export function decimate(
  curves: readonly ArrayLike<number>[],
  from: number,
  to: number,
  maximum: number,
): number[] {
  const count = to - from;
  if (count <= maximum) return Array.from({ length: Math.max(0, count) }, (_, i) => from + i);
  const ends = [from, to - 1];
  const stretches = Math.floor((maximum - ends.length) / (2 * curves.length));
  if (stretches < 1) return spread(from, to, maximum);
  const positions = new Set(ends);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const first = from + Math.floor((stretch * count) / stretches);
    const end = from + Math.floor(((stretch + 1) * count) / stretches);
    for (const curve of curves) for (const position of extremes(curve, first, end)) positions.add(position);
  }
  return [...positions].sort((a, b) => a - b);
}

/** Finds the positions at which a curve is lowest and highest between `first` and `end`, gaps (NaN) apart where it has values. */
function extremes(curve: ArrayLike<number>, first: number, end: number): [number, number] {
  let low = first;
  let high = first;
  for (let i = first + 1; i < end; i++) {
    const value = curve[i] ?? 0;
    if (value < (curve[low] ?? 0) || Number.isNaN(curve[low])) low = i;
    if (value > (curve[high] ?? 0) || Number.isNaN(curve[high])) high = i;
  }
  return [low, high];
}

/** `count` of the numbers from `from` up to but not including `to`, evenly spread, both ends among them. */
export function spread(from: number, to: number, count: number): number[] {
  const available = to - from;
  if (available <= count) return Array.from({ length: Math.max(0, available) }, (_, i) => from + i);
  const step = (available - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => from + Math.round(i * step));
}
