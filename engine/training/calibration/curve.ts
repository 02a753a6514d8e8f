/** The coverage of intervals of many levels: the reliability curve of Kuleshov et al. (2018). */
import type { CalibrationCurve } from "../../models/emulator.ts";

/** .05, .10 .. .95. */
export const LEVELS = Float64Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** @param observed of each of `LEVELS`, the share of values inside. */
export function calibrationCurve(observed: Float64Array): CalibrationCurve {
  const gaps = observed.map((share, at) => Math.abs(share - LEVELS[at]));
  return {
    expected: LEVELS.slice(),
    observed,
    meanAbsoluteError: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
  };
}
