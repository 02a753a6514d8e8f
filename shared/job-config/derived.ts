/** The parts of a job's config that follow from its other parts, and what its columns can become. */
import type { JobConfig } from "../api/job-config.ts";
import type {
  CoordinateDefinition,
  InputDefinition,
  OutputDefinition,
  ScalarValue,
} from "../domain/variable.ts";

/** The config with everything that follows from its other parts set anew. To be called after every change. */
export function derived(config: JobConfig): JobConfig {
  const isCoordinate = (name: string) => config.coordinates.some((coordinate) => coordinate.name === name);
  const emulated = config.outputs.filter(({ name, ignored }) => !ignored && !isCoordinate(name));
  const chosen = new Set(
    emulated.flatMap((output) => (output.type === "Vector" ? [output.coordinate_name] : [])),
  );
  const [only] = chosen;
  return {
    ...config,
    emulator_outputs: emulated.map(({ name }) => name),
    coordinate_name: chosen.size === 1 && only !== undefined ? only : null,
  };
}

/** The coordinates that a vector output may be a curve over, those that turn back included; besides them, its row index. */
export function coordinateChoices(
  config: { readonly coordinates: readonly CoordinateDefinition[] },
  output: Pick<OutputDefinition, "name" | "length" | "type">,
): string[] {
  if (output.type !== "Vector") return [];
  return config.coordinates
    .filter(({ name, length }) => length === output.length && name !== output.name)
    .map(({ name }) => name);
}

/** The coordinate that an output is drawn over, also where it turns back; null: its row index. */
export const drawnOver = ({
  coordinate_name,
  loop_name,
}: Pick<OutputDefinition, "coordinate_name" | "loop_name">): string | null => coordinate_name ?? loop_name;

/**
 * An output as a curve over a coordinate, or over its row index. A coordinate that turns back has no unique position for a value, so the
 * curve is only drawn over it.
 */
export function chooseCoordinate<Output extends object>(
  output: Output,
  name: string | null,
  { coordinates }: { readonly coordinates: readonly CoordinateDefinition[] },
): Output & Pick<OutputDefinition, "coordinate_name" | "loop_name"> {
  const coordinate = coordinates.find((candidate) => candidate.name === name);
  const isLoop = coordinate !== undefined && coordinate.loop_values !== null;
  return { ...output, coordinate_name: isLoop ? null : name, loop_name: isLoop ? name : null };
}

/** The input as one of the two types it can have, or null when it cannot (see `canBeDiscrete`). */
export function withInputType(input: InputDefinition, type: InputDefinition["type"]): InputDefinition | null {
  const discrete = type === "MultiSelect" || type === "Select";
  if (type === input.type) return input;
  if (discrete && (input.type === "MultiSelect" || input.type === "Select")) return { ...input, type };
  if (discrete && input.type === "Scalar" && input.unique_values !== null) {
    const values = input.unique_values;
    const initval = findNearest(values, input.initval);
    return { ...input, type, is_integer: false, values, unique_values: null, initval };
  }
  const numbers = input.values?.flatMap((value) => (typeof value === "number" ? [value] : []));
  if (type !== "Scalar" || numbers === undefined || numbers.length !== input.values?.length) return null;
  return { ...input, type, values: null, unique_values: numbers };
}

const findNearest = (values: readonly number[], preferred: ScalarValue | null): number | null => {
  const target = Number(preferred ?? 0);
  return values.reduce<number | null>(
    (best, value) => (best === null || Math.abs(value - target) < Math.abs(best - target) ? value : best),
    null,
  );
};
