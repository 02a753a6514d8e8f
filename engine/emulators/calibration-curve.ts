/** How often intervals of many levels hold what they promise: the reliability curve of Kuleshov et al. (2018). */
import { normalQuantile } from "../math/normal.ts";
import type { CalibrationCurve, OutputPrediction } from "./emulator.ts";

/** .05, .10 .. .95. */
export const LEVELS = Float64Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** @param observed of each of `LEVELS`, the share of values inside. */
export function calibrationCurve(observed: Float64Array): CalibrationCurve {
  const gaps = observed.map((share, at) => Math.abs(share - (LEVELS[at] ?? 0)));
  return {
    expected: LEVELS.slice(),
    observed,
    meanAbsoluteError: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
  };
}

/** Of bounds that hold 95% of a normal distribution, drawn in to every other level. */
export function normalCalibration(truth: Float64Array, prediction: OutputPrediction): CalibrationCurve {
  const observed = LEVELS.map((level) => {
    const factor = normalQuantile((1 + level) / 2) / normalQuantile(0.975);
    let inside = 0;
    truth.forEach((value, at) => {
      const mean = prediction.mean[at] ?? 0;
      const bound = (value < mean ? prediction.lower[at] : prediction.upper[at]) ?? 0;
      // Bounds of no width hold the value that they state, up to rounding.
      if (Math.abs(value - mean) <= factor * Math.abs(bound - mean) + 1e-9 * Math.abs(value)) inside += 1;
    });
    return inside / truth.length;
  });
  return calibrationCurve(observed);
}
