/** The columns of a data-driven job as variables and outputs, so that jobs with every objective can be made of its emulator. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type {
  ManifestCoordinate,
  ManifestOutput,
  ManifestVariable,
  SpecModel,
} from "@understudy/shared/domain/spec-manifest.ts";
import {
  type CoordinateDefinition,
  displayName,
  type InputDefinition,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";

/** The file that the outputs are columns of, as their source has it. */
const OUTPUTS_FILE = "outputs.csv";

type Named = { readonly name: string; readonly display: string; readonly unit: string };
const readLabels = (column: Named) => ({
  name: column.name,
  verbose_name: displayName(column),
  help_text: "",
  unit: column.unit,
});

/**
 * Variables have the training ranges, categories are options to choose from, outputs are those that the emulator answers for.
 * Nothing simulates it: `run` is null.
 * @param labels what it is called
 */
export function modelOfConfig(
  config: Pick<JobConfig, "inputs" | "outputs" | "coordinates" | "emulator_outputs">,
  labels: { readonly verbose_name: string; readonly help_text: string },
): SpecModel {
  const emulated = config.outputs.filter(({ name }) => config.emulator_outputs.includes(name));
  const isUsed = ({ name }: CoordinateDefinition) =>
    emulated.some(({ coordinate_name }) => coordinate_name === name);
  const rowIndex = rowIndexNames(config, emulated);
  return {
    format: 1,
    ...labels,
    variables: config.inputs.map(createVariable),
    variable_groups: [],
    coordinates: [
      ...config.coordinates.filter(isUsed).map(createCoordinate),
      ...[...rowIndex].map(([length, name]) => createRowIndex(name, length)),
    ],
    outputs: emulated.map((output) => createOutput(output, rowIndex)),
    score_functions: [],
    graphs: [],
    run: null,
  };
}

function createVariable(input: InputDefinition): ManifestVariable {
  const { values, min, max, initval, is_integer } = input;
  const labels = readLabels(input);
  if (values !== null && values.length > 0) {
    const isNumeric = values.every((value) => typeof value === "number" && Number.isInteger(value));
    return {
      ...labels,
      type: "MultiSelect",
      length: null,
      is_integer: isNumeric,
      absolute_min: null,
      absolute_max: null,
      default_min: null,
      default_max: null,
      default_val: initval ?? values[0] ?? "",
      fixed: input.fixed || values.length === 1,
      optional: false,
      options: values,
    };
  }
  const low = min ?? Number(initval ?? 0);
  const high = max ?? low;
  return {
    ...labels,
    type: "Scalar",
    length: null,
    is_integer,
    absolute_min: null,
    absolute_max: null,
    default_min: low,
    default_max: high,
    default_val: typeof initval === "number" ? initval : low / 2 + high / 2,
    fixed: input.fixed || low >= high,
    optional: false,
    options: null,
  };
}

function createCoordinate(coordinate: CoordinateDefinition): ManifestCoordinate {
  const { min, max, length, spacing } = coordinate;
  return { ...readLabels(coordinate), grid: { from: min, to: max, points: length, spacing } };
}

const createRowIndex = (name: string, length: number): ManifestCoordinate => ({
  ...readLabels({ name, display: "Index", unit: "" }),
  grid: { from: 0, to: length - 1, points: length, spacing: "linear" },
});

/** By length, what the coordinate of curves over their row index is called: as no column is. */
function rowIndexNames(
  { inputs, outputs }: Pick<JobConfig, "inputs" | "outputs">,
  emulated: readonly OutputDefinition[],
): Map<number, string> {
  const taken = new Set([...inputs, ...outputs].map(({ name }) => name));
  const lengths = new Set(
    emulated
      .filter(({ type, coordinate_name }) => type === "Vector" && coordinate_name === null)
      .map(({ length }) => length),
  );
  return new Map(
    [...lengths].map((length): [number, string] => {
      let name = `index_${length}`;
      while (taken.has(name)) name = `${name}_`;
      return [length, name];
    }),
  );
}

function createOutput(output: OutputDefinition, rowIndex: ReadonlyMap<number, string>): ManifestOutput {
  const { name, coordinate_name, length, type } = output;
  const labels = readLabels(output);
  const source = { format: "table", file: OUTPUTS_FILE, column: name, coordinate_column: null } as const;
  if (type !== "Vector") return { ...labels, type: "Scalar", coordinate: null, source };
  return { ...labels, type: "Vector", coordinate: coordinate_name ?? rowIndex.get(length) ?? "", source };
}
