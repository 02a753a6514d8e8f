/** Predicted curves between the knots at which an emulator knows them: in the server for whoever asks it, in the browser for what it draws. */
import { interpolateMonotone } from "./interpolation.ts";

/** count x coordinates, row-major. */
export interface PredictedCurves {
  mean: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

/**
 * A prediction's curves (count x knots.length) at other coordinates: the mean by monotone cubics, the bounds by their
 * distance from it, so that they never cross it.
 */
export function predictionAt(
  prediction: PredictedCurves,
  knots: Float64Array,
  coordinates: Float64Array,
): PredictedCurves {
  const count = prediction.mean.length / knots.length;
  const at = (values: Float64Array): Float64Array => {
    const all = new Float64Array(count * coordinates.length);
    for (let i = 0; i < count; i++) {
      const curve = values.subarray(i * knots.length, (i + 1) * knots.length);
      all.set(interpolateMonotone(knots, curve, coordinates), i * coordinates.length);
    }
    return all;
  };
  const mean = at(prediction.mean);
  const below = at(prediction.mean.map((value, i) => value - (prediction.lower[i] ?? 0)));
  const above = at(prediction.upper.map((value, i) => value - (prediction.mean[i] ?? 0)));
  return {
    mean,
    lower: mean.map((value, i) => value - Math.max(0, below[i] ?? 0)),
    upper: mean.map((value, i) => value + Math.max(0, above[i] ?? 0)),
  };
}
