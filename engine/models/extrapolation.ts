/**
 * Finds points outside the training data: outside the range of an input, or inside all ranges but far from every row. The
 * threshold follows from the rows themselves: from the distances between nearest neighbours.
 */
import { everyRow, thinRows } from "../dataset/table.ts";
import type { EmulatorInput, Extrapolation } from "./emulator.ts";

/** Rows, and values in all of them, that stand for the training rows. */
const MAX_ROWS = 1000;
const MAX_VALUES = 40_000;
/** A point is far when its distance to the nearest row exceeds this many times the given quantile of the rows' own distances. */
const DISTANCE_FACTOR = 1.5;
const DISTANCE_QUANTILE = 0.99;
/** Squared distance up to which rows are repeated runs of one point. */
const SAME_POINT = 1e-12;
/** Of an input's range: a slider's end is rounded. */
const TOLERANCE = 1e-6;

export interface ReferenceRows {
  /** rows x features, row-major, standardised: some of the training rows. */
  rows: Float64Array;
  /** Distances between each of them and its nearest neighbour, ascending. */
  distances: Float64Array;
}

/** @param inputs features x count, feature-major, standardised. */
export function referenceRowsOf(inputs: Float64Array, width: number, count: number): ReferenceRows {
  const maxRows = Math.max(2, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / width)));
  const chosen = thinRows(everyRow(count), maxRows);
  const rows = new Float64Array(chosen.length * width);
  chosen.forEach((row, i) => {
    for (let j = 0; j < width; j++) rows[i * width + j] = inputs[j * count + row];
  });
  const distances = Float64Array.from(chosen.keys(), (i) =>
    nearestDistance(rows, width, rows.subarray(i * width, (i + 1) * width), SAME_POINT),
  );
  return { rows, distances: distances.filter(Number.isFinite).sort() };
}

/** The distance from the nearest row beyond which a point is far from all rows. */
function maxDistanceOf({ distances }: ReferenceRows): number {
  const typical = distances[Math.floor(DISTANCE_QUANTILE * (distances.length - 1))];
  return typical === undefined ? Number.MAX_VALUE : DISTANCE_FACTOR * typical;
}

/** @param encoded features x count, feature-major. */
export function extrapolationOf(
  inputs: readonly EmulatorInput[],
  referenceRows: ReferenceRows,
  points: Float64Array,
  encoded: Float64Array,
  count: number,
): Extrapolation {
  const outside = new Uint8Array(points.length);
  const far = new Uint8Array(count);
  const maxDistance = maxDistanceOf(referenceRows);
  const width = encoded.length / Math.max(1, count);
  const point = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    let inside = true;
    inputs.forEach((input, at) => {
      if (input.kind === "categorical") return;
      const value = points[i * inputs.length + at];
      const slack = TOLERANCE * (input.maximum - input.minimum) + 1e-12 * Math.abs(input.maximum);
      if (!(value < input.minimum - slack || value > input.maximum + slack)) return;
      outside[i * inputs.length + at] = 1;
      inside = false;
    });
    if (!inside) continue;
    for (let j = 0; j < width; j++) point[j] = encoded[j * count + i];
    far[i] = nearestDistance(referenceRows.rows, width, point) > maxDistance ? 1 : 0;
  }
  return { inputs: outside, far };
}

/** To the nearest of `rows` (row-major) that is further than `beyond`; infinite where there is none. */
export function nearestDistance(rows: Float64Array, width: number, point: Float64Array, beyond = -1): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let from = 0; from < rows.length; from += width) {
    let distance = 0;
    for (let j = 0; j < width && distance < nearest; j++) {
      distance += (rows[from + j] - point[j]) ** 2;
    }
    if (distance < nearest && distance > beyond) nearest = distance;
  }
  return Math.sqrt(nearest);
}
