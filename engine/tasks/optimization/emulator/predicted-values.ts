/** An emulator's predictions as the values that a score function reads. */
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import type { EmulatorOutput, OutputPrediction } from "../../../models/emulator.ts";
import type { BoundedValue } from "./score-bounds.ts";

/** The coordinates at which the score reads the curve of each output; the emulator's knots where there are none. */
export type CurveCoordinates = Readonly<Record<string, Float64Array>>;

export function createValueReader(
  { name, size, knots, coordinate }: EmulatorOutput,
  coordinates: CurveCoordinates,
): (prediction: OutputPrediction, point: number) => BoundedValue {
  const scoreCoordinates = coordinates[name];
  const isCurve = size > 1 || coordinate !== null || scoreCoordinates !== undefined;
  if (!isCurve) return ({ mean, lower, upper }, i) => ({ mean: mean[i], lower: lower[i], upper: upper[i] });
  const isSame = scoreCoordinates === undefined || areEqual(scoreCoordinates, knots);
  return ({ mean, lower, upper }, i) => {
    const takeCurve = (values: Float64Array) => values.subarray(i * size, (i + 1) * size);
    const curves = { mean: takeCurve(mean), lower: takeCurve(lower), upper: takeCurve(upper) };
    const read = isSame ? curves : predictionAt(curves, knots, scoreCoordinates);
    return { mean: [...read.mean], lower: [...read.lower], upper: [...read.upper] };
  };
}

const areEqual = (first: Float64Array, second: Float64Array): boolean =>
  first.length === second.length && first.every((value, i) => value === second[i]);
