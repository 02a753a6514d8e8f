/** The prediction request that can be compared with one simulation. Values as stored. */
import { type InputPoint, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SimulationDetail, TypedValue } from "@understudy/shared/api/simulation.ts";
import { elementName, type OutputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { emulatedOutputs } from "#predictions/curves.ts";

/** One input of a simulation in an emulator's columns: of a Vector there is one an element. */
export type SimulatedInput = {
  readonly column: string;
  readonly variable: string;
  readonly value: ScalarValue;
};

/** All but files, which no emulator knows. */
export const simulatedInputs = (inputs: Readonly<Record<string, TypedValue>>): SimulatedInput[] =>
  Object.entries(inputs).flatMap(([variable, typed]): SimulatedInput[] => {
    if (typed.type === "File") return [];
    if (typed.type !== "Vector") return [{ column: variable, variable, value: typed.value }];
    return typed.value.map((value, i) => ({ column: elementName(variable, i), variable, value }));
  });

/** The emulator can take a number, or a level that it was trained on. */
const canTake = ({ levels }: TrainedInput, value: ScalarValue): boolean =>
  levels === null
    ? typeof value === "number"
    : levels.some((level) => level.value === String(value) && level.count > 0);

export type Question = {
  readonly inputs: InputPoint;
  readonly outputs: string[];
  readonly coordinates: Readonly<Record<string, number[]>>;
};
/** An emulator that does not know a categorical value cannot predict. */
export type PredictionRequest =
  | { readonly question: Question }
  | { readonly unknown: readonly SimulatedInput[] };

export function createQuestion(
  config: JobConfig,
  trained: readonly TrainedInput[],
  { inputs, outputs, curves }: Pick<SimulationDetail, "inputs" | "outputs" | "curves">,
): PredictionRequest {
  const byName = new Map(trained.map((input) => [input.name, input]));
  // A text that was constant in training keeps its training value: the prediction does not depend on it.
  const usedInputs = simulatedInputs(inputs).filter(({ column }) => {
    const input = byName.get(column);
    return input !== undefined && (input.is_used || input.levels === null);
  });
  const unknown = usedInputs.filter(({ column, value }) => {
    const input = byName.get(column);
    return input !== undefined && !canTake(input, value);
  });
  if (unknown.length > 0) return { unknown };
  const { scalars, vectors } = emulatedOutputs(config);
  const vectorOutputs = vectors.filter(({ name }) => curves.some((curve) => curve.name === name));
  const scalarOutputs = scalars.filter(({ name }) => outputs?.[name]?.type === "Scalar");
  return {
    question: {
      inputs: Object.fromEntries(usedInputs.map(({ column, value }) => [column, value])),
      outputs: [...scalarOutputs, ...vectorOutputs].map(({ name }) => name),
      coordinates: collectCoordinates(vectorOutputs, curves),
    },
  };
}

/** The coordinate values of the requested curves: those of the simulation, as far as a response can hold them. */
function collectCoordinates(
  vectorOutputs: readonly OutputDefinition[],
  curves: SimulationDetail["curves"],
): Record<string, number[]> {
  const all = new Map<string, Set<number>>();
  for (const { name, coordinate_name } of vectorOutputs) {
    const key = coordinate_name ?? ROW_INDEX;
    const values = all.get(key) ?? new Set<number>();
    for (const value of curves.find((curve) => curve.name === name)?.coordinate.values ?? [])
      values.add(value);
    all.set(key, values);
  }
  return Object.fromEntries(
    [...all].map(([key, values]) => [key, thinOut([...values].sort((a, b) => a - b))]),
  );
}

/** Keeps as many values as can be requested, including both ends. */
function thinOut(values: readonly number[]): number[] {
  if (values.length <= MAX_PLOT_POINTS) return [...values];
  const step = (values.length - 1) / (MAX_PLOT_POINTS - 1);
  return Array.from({ length: MAX_PLOT_POINTS }, (_, i) => values[Math.round(i * step)] ?? 0);
}
