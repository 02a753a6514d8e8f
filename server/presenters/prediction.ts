import type { Extrapolation } from "@understudy/engine/emulators/emulator.ts";
import type {
  EmulatorDescription,
  OutputAnswer,
  PredictionAnswer,
} from "@understudy/engine/prediction/prediction.ts";
import type { EmulatorAnswer, OutputPrediction, OutsideTraining } from "@understudy/shared/api/emulator.ts";

/** What is said of one point. */
export type PresentedPrediction = {
  /** Each output's values with their bounds, by name. */
  outputs: EmulatorAnswer["outputs"];
  outside: OutsideTraining;
};

/** One item a point. */
export function presentPredictions(
  { outputs, extrapolation }: PredictionAnswer,
  count: number,
  description: EmulatorDescription,
): PresentedPrediction[] {
  const curves = new Set(description.outputs.filter(({ size }) => size > 1).map(({ name }) => name));
  const names = description.inputs.map(({ name }) => name);
  return Array.from({ length: count }, (_, point) => ({
    outputs: Object.fromEntries(
      [...outputs].map(([name, output]) => [name, presentOutput(output, point, curves.has(name))]),
    ),
    outside: presentOutside(extrapolation, point, names),
  }));
}

function presentOutside(
  extrapolation: Extrapolation | null,
  point: number,
  names: readonly string[],
): OutsideTraining {
  if (extrapolation === null) return { inputs: [], is_far: false };
  const { inputs, far } = extrapolation;
  return {
    inputs: names.filter((_, input) => inputs[point * names.length + input] === 1),
    is_far: far[point] === 1,
  };
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
