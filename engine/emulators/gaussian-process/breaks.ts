/**
 * Places where a target jumps as one feature passes them, as when a simulator changes its regime. A process that is smooth
 * everywhere cannot follow; with the side of the jump as a feature of its own it can.
 */
import { createTrend } from "../trend.ts";

/** Feature and threshold of each, one after the other. */
export type Breaks = Float64Array;

/** In standard errors of the jump, between straight lines through the neighbours on both sides. */
const CLEAR = 10;
const FEWEST_NEIGHBOURS = 8;
const MOST_NEIGHBOURS = 60;
const MOST_BREAKS = 2;
/** Rows that are looked at. */
const MOST_ROWS = 2000;

/** @param inputs width x count, feature-major. */
export function findBreaks(
  inputs: Float64Array,
  targets: Float64Array,
  width: number,
  count: number,
): Breaks {
  const step = Math.ceil(count / MOST_ROWS);
  const rows = Int32Array.from({ length: Math.floor(count / step) }, (_, i) => i * step);
  const some = new Float64Array(width * rows.length);
  for (let feature = 0; feature < width; feature++)
    rows.forEach((row, i) => {
      some[feature * rows.length + i] = inputs[feature * count + row] ?? 0;
    });
  const values = Float64Array.from(rows, (row) => targets[row] ?? 0);
  const found: number[] = [];
  for (let round = 0; round < MOST_BREAKS; round++) {
    const breaks = Float64Array.from(found);
    const wide = width + found.length / 2;
    const residuals = createTrend(withSides(breaks, some, width, rows.length), wide, rows.length).residuals(
      values,
    );
    let best = { clarity: CLEAR, feature: -1, threshold: 0 };
    for (let feature = 0; feature < width; feature++) {
      const own = some.subarray(feature * rows.length, (feature + 1) * rows.length);
      const jump = clearestJump(own, residuals);
      if (jump.clarity > best.clarity) best = { ...jump, feature };
    }
    if (best.feature < 0) break;
    found.push(best.feature, best.threshold);
  }
  return Float64Array.from(found);
}

/** Features (width x count) with one more for each break: 1 beyond its threshold, -1 up to it. */
export function withSides(breaks: Breaks, inputs: Float64Array, width: number, count: number): Float64Array {
  if (breaks.length === 0) return inputs;
  const extended = new Float64Array((width + breaks.length / 2) * count);
  extended.set(inputs);
  for (let at = 0; at < breaks.length; at += 2) {
    const from = (breaks[at] ?? 0) * count;
    const to = (width + at / 2) * count;
    for (let i = 0; i < count; i++)
      extended[to + i] = (inputs[from + i] ?? 0) > (breaks[at + 1] ?? 0) ? 1 : -1;
  }
  return extended;
}

function clearestJump(values: Float64Array, residuals: Float64Array): { clarity: number; threshold: number } {
  const count = values.length;
  const span = Math.min(MOST_NEIGHBOURS, Math.max(FEWEST_NEIGHBOURS, Math.floor(count / 25)));
  const order = Int32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  const x = Float64Array.from(order, (row) => values[row] ?? 0);
  const y = Float64Array.from(order, (row) => residuals[row] ?? 0);
  let best = { clarity: 0, threshold: 0 };
  for (let split = span; split + span <= count; split++) {
    const low = x[split - 1] ?? 0;
    const high = x[split] ?? 0;
    if (!(high > low)) continue;
    const threshold = low + (high - low) / 2;
    const left = lineAt(threshold, x, y, split - span, split);
    const right = lineAt(threshold, x, y, split, split + span);
    const clarity = Math.abs(right.value - left.value) / Math.sqrt(left.variance + right.variance + 1e-30);
    if (clarity > best.clarity) best = { clarity, threshold };
  }
  return best;
}

/** Value and variance, at a place, of the straight line through some points. */
function lineAt(
  place: number,
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
): { value: number; variance: number } {
  const count = to - from;
  let meanX = 0;
  let meanY = 0;
  for (let i = from; i < to; i++) {
    meanX += (x[i] ?? 0) / count;
    meanY += (y[i] ?? 0) / count;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = from; i < to; i++) {
    const dx = (x[i] ?? 0) - meanX;
    const dy = (y[i] ?? 0) - meanY;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  // Few different values tell nothing of a slope.
  const slope = xx > 0 ? xy / xx : 0;
  const noise = Math.max(0, yy - slope * xy) / (count - 2);
  const away = place - meanX;
  return { value: meanY + slope * away, variance: noise * (1 / count + (xx > 0 ? (away * away) / xx : 0)) };
}
