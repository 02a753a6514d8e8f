/** An emulator's predictions as the values that a score function reads. */
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import type { EmulatorOutput, OutputPrediction } from "../../../models/emulator.ts";
import type { BoundedValue } from "./score-bounds.ts";

/** By output, the coordinates at which the score reads its curve; the emulator's own where there are none. */
export type CurveCoordinates = Readonly<Record<string, Float64Array>>;

export function valueReader(
  { name, size, knots, coordinate }: EmulatorOutput,
  coordinates: CurveCoordinates,
): (prediction: OutputPrediction, point: number) => BoundedValue {
  const wanted = coordinates[name];
  const isCurve = size > 1 || coordinate !== null || wanted !== undefined;
  if (!isCurve) return ({ mean, lower, upper }, i) => ({ mean: mean[i], lower: lower[i], upper: upper[i] });
  const isSame = wanted === undefined || equal(wanted, knots);
  return ({ mean, lower, upper }, i) => {
    const own = (values: Float64Array) => values.subarray(i * size, (i + 1) * size);
    const curves = { mean: own(mean), lower: own(lower), upper: own(upper) };
    const read = isSame ? curves : predictionAt(curves, knots, wanted);
    return { mean: [...read.mean], lower: [...read.lower], upper: [...read.upper] };
  };
}

const equal = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((value, i) => value === other[i]);
