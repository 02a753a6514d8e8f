/**
 * Vector outputs are curves over a coordinate. The emulator learns a curve at its *knots* (the ends of the coordinate's
 * sections): the stored positions by default, and evenly spread section ends inside focus regions.
 */

import { MAX_SECTIONS } from "@understudy/shared/limits.ts";
import { interpolateMonotone } from "@understudy/shared/math/interpolation.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { gatherRows, type OutputColumn } from "./table.ts";

/** A focus region: a range of the coordinate cut into evenly long sections. */
export interface Region {
  from: number;
  to: number;
  sections: number;
}

/** The most sections that a curve of `storedLength` values may be cut into, over all its focus regions. */
export function maxSections(storedLength: number): number {
  return Math.min(storedLength - 1, MAX_SECTIONS);
}

/**
 * Reads the stored coordinates of an output's rows (rows x size): another vector's values, or the index in the
 * vector.
 */
export function readCoordinates(output: OutputColumn, coordinate: OutputColumn | undefined): Float64Array {
  if (coordinate === undefined) return output.values.map((_, at) => at % output.size);
  if (coordinate.size !== output.size)
    throw new UserError(`The coordinate “${coordinate.name}” is not as long as “${output.name}”.`);
  return coordinate.values;
}

/**
 * Returns the knots at which models are fitted to a curve, ascending. Without focus regions these are the stored positions where
 * all rows share them, otherwise the ends of `maxSections` even sections. A focus region replaces the knots inside it by its own
 * section ends.
 */
export function chooseKnots(
  stored: Float64Array,
  size: number,
  regions: readonly Region[] = [],
): Float64Array {
  const first = stored.subarray(0, size).toSorted();
  const shared = stored.every((value, at) => value === stored[at % size]);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of stored) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const base = shared ? first : evenly(low, high, maxSections(size));
  const outside = base.filter((at) => regions.every((region) => at < region.from || at > region.to));
  const inside = regions.flatMap((region) => Array.from(evenly(region.from, region.to, region.sections)));
  const knots = Float64Array.from([...outside, ...inside]).sort();
  // Two knots closer than this are one: a section between them would hold nothing but rounding.
  const least = (high - low) * 1e-9;
  const distinct = knots.filter((at, index) => index === 0 || at - knots[index - 1] > least);
  if (distinct.length < 2)
    throw new UserError("A curve's coordinate must take at least two different values.");
  return distinct;
}

function evenly(from: number, to: number, sections: number): Float64Array {
  return Float64Array.from({ length: sections + 1 }, (_, i) =>
    i === sections ? to : from + ((to - from) * i) / sections,
  );
}

/** Every row's curve at the knots: rows x knots, row-major. A row's repeated coordinates are averaged. */
export function resample(
  values: Float64Array,
  stored: Float64Array,
  size: number,
  knots: Float64Array,
): Float64Array {
  const rows = values.length / size;
  const resampled = new Float64Array(rows * knots.length);
  for (let row = 0; row < rows; row++) {
    const range: [number, number] = [row * size, (row + 1) * size];
    const curve = ascending(stored.subarray(...range), values.subarray(...range));
    resampled.set(interpolateMonotone(curve.x, curve.y, knots), row * knots.length);
  }
  return resampled;
}

function ascending(x: Float64Array, y: Float64Array): { x: Float64Array; y: Float64Array } {
  const rises = (position: number, at: number): boolean => at === 0 || position > x[at - 1];
  if (x.every(rises)) return { x, y };
  const order = Int32Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
  const xs: number[] = [];
  const sums: number[] = [];
  const counts: number[] = [];
  const sorted = { x: gatherRows(x, 1, order), y: gatherRows(y, 1, order) };
  sorted.x.forEach((position, at) => {
    const last = xs.length - 1;
    if (xs[last] === position) {
      sums[last] += sorted.y[at];
      counts[last] += 1;
    } else {
      xs.push(position);
      sums.push(sorted.y[at]);
      counts.push(1);
    }
  });
  return { x: Float64Array.from(xs), y: Float64Array.from(sums, (sum, at) => sum / counts[at]) };
}
