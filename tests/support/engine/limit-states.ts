/** Limit states of formulas, whose failing shares are known. */
import { exactShare } from "../../../engine/math/share.ts";
import { NO_ROWS } from "../../../engine/tasks/yield/known-rows.ts";
import type { LimitState } from "../../../engine/tasks/yield/limit-state.ts";

/** In standard normal variables, below 0 where a design fails; without errors. */
export function makeLimitState(dimensions: number, formula: (point: Float64Array) => number): LimitState {
  const rate: LimitState["rate"] = (points, count) => {
    const margin = Float64Array.from({ length: count }, (_, i) =>
      formula(points.subarray(i * dimensions, (i + 1) * dimensions)),
    );
    return { score: margin, margin, below: new Float64Array(count), above: new Float64Array(count) };
  };
  return {
    dimensions,
    rate,
    rateMeans: rate,
    places: (points) => points,
    outside: (_, count) => new Uint8Array(count),
    shareOutside: exactShare(0),
    rows: NO_ROWS,
    halvedRatios: Array.from({ length: dimensions }, () => null),
  };
}

/** Fails beyond a plane that lies `beta` from the middle: the share is that of the standard normal distribution beyond it. */
export const plane = (dimensions: number, beta: number): LimitState =>
  makeLimitState(
    dimensions,
    (u) => beta - u.reduce((sum, coordinate) => sum + coordinate, 0) / Math.sqrt(dimensions),
  );

/** Four failing regions around the middle (Waarts, 2000), with k = 7: fails 2.22e-3 of the time. */
export const fourBranches = makeLimitState(2, ([a = 0, b = 0]) =>
  Math.min(
    3 + 0.1 * (a - b) ** 2 - (a + b) / Math.SQRT2,
    3 + 0.1 * (a - b) ** 2 + (a + b) / Math.SQRT2,
    a - b + 7 / Math.SQRT2,
    b - a + 7 / Math.SQRT2,
  ),
);
