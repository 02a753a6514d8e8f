/**
 * Tells points that leave what was learnt from: outside the range of an input, or inside all ranges but far from every
 * row. How far is far follows from the rows themselves: from how near each lies to the next.
 */
import { everyRow, thinRows } from "../dataset/table.ts";
import type { EmulatorInput, Extrapolation } from "./emulator.ts";

/** Rows, and values in all of them, that stand for the training rows. */
const MOST_ROWS = 1000;
const MOST_VALUES = 40_000;
/** A point further from the nearest row than this many times what nearly all rows are from theirs is far. */
const REACH = 1.5;
const NEARLY_ALL = 0.99;
/** Squared distance up to which rows are repeated runs of one point. */
const SAME = 1e-12;
/** Of an input's range: a slider's end is rounded. */
const TOLERANCE = 1e-6;

export interface Surroundings {
  /** rows x features, row-major, standardised: some of the training rows. */
  rows: Float64Array;
  /** Of each, how far it is from the nearest other on the standardised scale, ascending; those of which there is none left out. */
  distances: Float64Array;
}

/** @param inputs features x count, feature-major, standardised. */
export function surroundingsOf(inputs: Float64Array, width: number, count: number): Surroundings {
  const most = Math.max(2, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / width)));
  const chosen = thinRows(everyRow(count), most);
  const rows = new Float64Array(chosen.length * width);
  chosen.forEach((row, i) => {
    for (let j = 0; j < width; j++) rows[i * width + j] = inputs[j * count + row] ?? 0;
  });
  const distances = Float64Array.from(chosen.keys(), (i) =>
    nearestDistance(rows, width, rows.subarray(i * width, (i + 1) * width), SAME),
  );
  return { rows, distances: distances.filter(Number.isFinite).sort() };
}

/** What is far from all rows: further than `REACH` times what nearly all are from the next. */
function reachOf({ distances }: Surroundings): number {
  const typical = distances[Math.floor(NEARLY_ALL * (distances.length - 1))];
  return typical === undefined ? Number.MAX_VALUE : REACH * typical;
}

/** @param encoded features x count, feature-major. */
export function extrapolationOf(
  inputs: readonly EmulatorInput[],
  surroundings: Surroundings,
  points: Float64Array,
  encoded: Float64Array,
  count: number,
): Extrapolation {
  const outside = new Uint8Array(points.length);
  const far = new Uint8Array(count);
  const reach = reachOf(surroundings);
  const width = encoded.length / Math.max(1, count);
  const point = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    let inside = true;
    inputs.forEach((input, at) => {
      if (input.kind === "categorical") return;
      const value = points[i * inputs.length + at] ?? 0;
      const slack = TOLERANCE * (input.maximum - input.minimum) + 1e-12 * Math.abs(input.maximum);
      if (!(value < input.minimum - slack || value > input.maximum + slack)) return;
      outside[i * inputs.length + at] = 1;
      inside = false;
    });
    if (!inside) continue;
    for (let j = 0; j < width; j++) point[j] = encoded[j * count + i] ?? 0;
    far[i] = nearestDistance(surroundings.rows, width, point) > reach ? 1 : 0;
  }
  return { inputs: outside, far };
}

/** To the nearest of `rows` (row-major) that is further than `beyond`; infinite where there is none. */
export function nearestDistance(rows: Float64Array, width: number, point: Float64Array, beyond = -1): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let from = 0; from < rows.length; from += width) {
    let distance = 0;
    for (let j = 0; j < width && distance < nearest; j++) {
      distance += ((rows[from + j] ?? 0) - (point[j] ?? 0)) ** 2;
    }
    if (distance < nearest && distance > beyond) nearest = distance;
  }
  return Math.sqrt(nearest);
}
