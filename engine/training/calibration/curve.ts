/** The coverage of intervals of many levels: the reliability curve of Kuleshov et al. (2018). */
import type { CalibrationCurve } from "../../models/emulator.ts";

/** The nominal coverages .05, .10 .. .95. */
export const COVERAGE_LEVELS = Float64Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/**
 * Compares the observed coverage with the nominal one.
 *
 * @param observed for each of `COVERAGE_LEVELS`, the share of values inside the interval
 */
export function createCalibrationCurve(observed: Float64Array): CalibrationCurve {
  const gaps = observed.map((share, at) => Math.abs(share - COVERAGE_LEVELS[at]));
  return {
    expected: COVERAGE_LEVELS.slice(),
    observed,
    meanAbsoluteError: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
  };
}
