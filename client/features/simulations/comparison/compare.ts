/** Simulated outputs compared with predicted ones. Values as stored. */
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SimulationDetail } from "@understudy/shared/api/simulation.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";

type ComparedBase = {
  readonly output: OutputDefinition;
  /**
   * The number of its values inside the 95% bounds; `count` is the number of all its values, 1 for a scalar output.
   */
  readonly inside: number;
  readonly count: number;
};
export type ComparedScalar = ComparedBase & {
  readonly kind: "scalar";
  readonly simulated: number;
  readonly predicted: number;
  readonly lower: number;
  readonly upper: number;
  /** Simulated less predicted. */
  readonly difference: number;
};
export type ComparedCurve = ComparedBase & {
  readonly kind: "curve";
  readonly x: readonly number[];
  readonly simulated: readonly number[];
  readonly prediction: OutputPrediction;
  /** Simulated less predicted, where that is furthest from none. */
  readonly difference: number;
};
/** An output that the emulator does not answer for, or that this simulation has not. */
export type Uncompared = { readonly kind: "none"; readonly output: OutputDefinition };
export type ComparedOutput = ComparedScalar | ComparedCurve | Uncompared;

/** The rounding error of arithmetic, relative to the larger of two numbers, as where an output never varies. */
const MAX_ROUNDING_ERROR = 1e-12;

export function isInside(value: number, lower: number, upper: number): boolean {
  const slack = MAX_ROUNDING_ERROR * Math.max(Math.abs(lower), Math.abs(upper));
  return value >= lower - slack && value <= upper + slack;
}

/** The outputs in the emulator's order, coordinates left out. */
export function compareOutputs(
  { outputs, coordinates }: Pick<JobConfig, "outputs" | "coordinates">,
  simulation: Pick<SimulationDetail, "outputs" | "curves">,
  predictions: Readonly<Record<string, OutputPrediction>>,
): ComparedOutput[] {
  return outputs
    .filter(({ name }) => !coordinates.some((coordinate) => coordinate.name === name))
    .map((output) => {
      const prediction = predictions[output.name];
      const curve = simulation.curves.find(({ name }) => name === output.name);
      const value = simulation.outputs?.[output.name];
      if (prediction !== undefined && curve !== undefined) return compareCurve(output, curve, prediction);
      if (prediction !== undefined && value?.type === "Scalar")
        return compareScalar(output, value.value, prediction);
      return { kind: "none", output };
    });
}

function compareScalar(
  output: OutputDefinition,
  simulated: number,
  prediction: OutputPrediction,
): ComparedScalar {
  const [predicted = Number.NaN] = prediction.values;
  const [lower = Number.NaN] = prediction.lower_bounds;
  const [upper = Number.NaN] = prediction.upper_bounds;
  const inside = isInside(simulated, lower, upper) ? 1 : 0;
  const difference = simulated - predicted;
  return { kind: "scalar", output, simulated, predicted, lower, upper, difference, inside, count: 1 };
}

function compareCurve(
  output: OutputDefinition,
  curve: SimulationDetail["curves"][number],
  prediction: OutputPrediction,
): ComparedCurve {
  const x = curve.coordinate.values;
  const along = Float64Array.from(prediction.coordinate_values ?? []);
  const places = Float64Array.from(x);
  const at = (values: readonly number[]) => interpolateLinear(along, Float64Array.from(values), places);
  const [predicted, lower, upper] = [
    at(prediction.values),
    at(prediction.lower_bounds),
    at(prediction.upper_bounds),
  ];
  let inside = 0;
  let difference = 0;
  curve.values.forEach((value, i) => {
    if (isInside(value, lower[i] ?? Number.NaN, upper[i] ?? Number.NaN)) inside++;
    const off = value - (predicted[i] ?? Number.NaN);
    if (Math.abs(off) > Math.abs(difference)) difference = off;
  });
  const count = curve.values.length;
  return { kind: "curve", output, x, simulated: curve.values, prediction, difference, inside, count };
}

/** Summarizes the comparison in a sentence; null where nothing could be compared. */
export function comparisonSummary(compared: readonly ComparedOutput[]): string | null {
  const selectKind = (kind: "scalar" | "curve") => compared.filter((entry) => entry.kind === kind);
  const part = (kind: "scalar" | "curve", noun: string): string[] => {
    const entries = selectKind(kind).flatMap((entry) => (entry.kind === "none" ? [] : [entry]));
    const count = entries.reduce((sum, entry) => sum + entry.count, 0);
    const inside = entries.reduce((sum, entry) => sum + entry.inside, 0);
    return count === 0 ? [] : [`${inside} of ${count} ${noun}`];
  };
  const parts = [...part("scalar", "numbers"), ...part("curve", "curve points")];
  return parts.length === 0 ? null : `Inside the 95% bounds: ${parts.join(", ")}`;
}
