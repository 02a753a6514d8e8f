import type { EmulatorOutput } from "@understudy/engine/emulators/emulator.ts";
import type { OutputAnswer, PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";

/** One item a point: each output's values with their bounds, by name. */
export function presentPredictions(
  answer: PredictionAnswer,
  count: number,
  outputs: readonly EmulatorOutput[],
): Record<string, OutputPrediction>[] {
  const curves = new Set(outputs.filter(({ size }) => size > 1).map(({ name }) => name));
  return Array.from({ length: count }, (_, point) =>
    Object.fromEntries(
      [...answer].map(([name, output]) => [name, presentOutput(output, point, curves.has(name))]),
    ),
  );
}

function presentOutput(output: OutputAnswer, point: number, isCurve: boolean): OutputPrediction {
  const size = output.coordinates.length;
  const at = (values: Float64Array) => Array.from(values.subarray(point * size, (point + 1) * size));
  return {
    values: at(output.mean),
    lower_bounds: at(output.lower),
    upper_bounds: at(output.upper),
    coefficients_of_determination: Array.from(output.coefficientsOfDetermination, (value) =>
      Number.isFinite(value) ? value : null,
    ),
    coordinate_values: isCurve ? Array.from(output.coordinates) : null,
  };
}
