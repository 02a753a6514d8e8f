import type { Place } from "./paths.ts";

/** The index of the number nearest to `value`; 0 for an empty list. */
export function nearestIndex(numbers: readonly number[], value: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, number] of numbers.entries()) {
    const distance = Math.abs(number - value);
    if (distance >= least) continue;
    least = distance;
    nearest = at;
  }
  return nearest;
}

/**
 * The index of the point of another curve that goes with a point of `x`: the point of the same number where both curves have it there, as
 * loops over one sweep do, else the nearest along the axis.
 */
export const indexOfSamePlace = (otherX: readonly number[], x: readonly number[], at: number): number =>
  otherX[at] === x[at] ? at : nearestIndex(otherX, x[at] ?? Number.NaN);

/** The index of the point that lies nearest to a place, all in pixels; a point without a place is never it. */
export function nearestPoint(
  x: readonly number[],
  y: readonly (number | null)[],
  place: Place,
  at: readonly [x: number, y: number],
): number {
  const distances = x.map((value, index) => {
    const height = y[index];
    const distance =
      height == null ? Number.NaN : Math.hypot(place.x.to(value) - at[0], place.y.to(height) - at[1]);
    return Number.isFinite(distance) ? distance : Number.POSITIVE_INFINITY;
  });
  return nearestIndex(distances, 0);
}
