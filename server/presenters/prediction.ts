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
  const from = point * size;
  return {
    values: numbers(output.mean, from, size),
    lower_bounds: numbers(output.lower, from, size),
    upper_bounds: numbers(output.upper, from, size),
    coefficients_of_determination: finite(output.coefficientsOfDetermination),
    coordinate_values: isCurve ? numbers(output.coordinates, 0, size) : null,
  };
}

/** As `Array.from` of a part, which takes ten times as long: a moved slider waits for thousands of these. */
function numbers(values: Float64Array, from: number, size: number): number[] {
  const list = new Array<number>(size);
  for (let i = 0; i < size; i++) list[i] = values[from + i] ?? Number.NaN;
  return list;
}

function finite(values: Float64Array): (number | null)[] {
  const list = new Array<number | null>(values.length);
  for (let i = 0; i < list.length; i++) {
    const value = values[i] ?? Number.NaN;
    list[i] = Number.isFinite(value) ? value : null;
  }
  return list;
}
