/** Builds the config that people edit from the columns that were found. */
import {
  DEFAULT_TRAINING_OPTIONS,
  type JobConfig,
  NO_LEFT_OUT_ROWS,
} from "@understudy/shared/api/job-config.ts";
import type { DataNote } from "@understudy/shared/domain/data-note.ts";
import type {
  CoordinateDefinition,
  InputDefinition,
  OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import {
  chooseCoordinate,
  coordinateChoices,
  derived,
  drawnOver,
  withInputType,
} from "@understudy/shared/job-config/derived.ts";
import { FEW_DATA_ROWS } from "@understudy/shared/limits.ts";
import type { DatasetMeta, InputMeta, OutputMeta } from "./dataset-meta.ts";
import type { RowReport } from "./left-out-rows.ts";
import { findRareLevels } from "./rare-levels.ts";
import { findWideGap } from "./value-gap.ts";

/** A file with thousands of columns of their own kind would have as many notes. */
const MAX_READING_NOTES = 40;

const DEFAULT_LOOK = { display: "", unit: "", multiplier: 1 };

/**
 * The config of a dataset that nobody has edited yet. The settings of `previous` for columns with the same names are kept as far
 * as it still makes sense.
 */
export function defaultConfig(
  meta: DatasetMeta,
  context: Pick<JobConfig, "data_options"> & {
    readonly previous: JobConfig | null;
    /** The units that the files say, by the name of a column; columns without an earlier setting take them. */
    readonly units?: ReadonlyMap<string, string>;
    readonly report?: RowReport;
    /** Notes about how the files were read. */
    readonly notes?: readonly DataNote[];
  },
): JobConfig {
  const { previous, units = new Map<string, string>() } = context;
  const chooseLook = (name: string, earlier: Look | undefined): Look =>
    earlier === undefined
      ? { ...DEFAULT_LOOK, unit: units.get(name) ?? "" }
      : { display: earlier.display, unit: earlier.unit, multiplier: earlier.multiplier };
  const coordinates = meta.outputs
    .filter((output) => isProposedCoordinate(output, meta.outputs))
    .map((output): CoordinateDefinition => {
      const { name, min, max, length, loop } = output;
      const earlier = previous?.coordinates.find((coordinate) => coordinate.name === name);
      const spacing = earlier?.spacing ?? "linear";
      const appearance = chooseLook(name, earlier);
      return { ...appearance, name, type: "Vector", min, max, length, spacing, loop_values: loop };
    });
  return derived({
    inputs: meta.inputs.map((input, at) => {
      const earlier = previous?.inputs.find(({ name }) => name === input.name);
      return inputDefinition(
        startingAt(input, meta.centralRow?.[at]),
        chooseLook(input.name, earlier),
        earlier,
      );
    }),
    outputs: meta.outputs.map((output) => {
      const earlier = previous?.outputs.find(({ name }) => name === output.name);
      return {
        ...outputDefinition(output, coordinates, meta.outputs, earlier),
        ...(isHardlyDefined(output, meta) ? { ignored: true } : {}),
        ...chooseLook(output.name, earlier),
      };
    }),
    emulator_outputs: [],
    coordinates,
    coordinate_name: null,
    has_been_configured: false,
    data_set_sizes: dataSetSizes(meta),
    has_verilog_a_file: false,
    verilog_a_file_name: null,
    data_options: context.data_options,
    ignored_row_count: meta.ignoredRows,
    output_rows: outputRows(meta),
    data_notes: [...dataNotes(meta), ...(context.notes ?? []).slice(0, MAX_READING_NOTES)],
    field_edits: previous?.field_edits ?? [],
    row_groups: meta.grouping?.groups ?? null,
    left_out: context.report?.leftOut ?? NO_LEFT_OUT_ROWS,
    suspected_marks: [...(context.report?.suspectedMarks ?? [])],
    training: {
      ...(previous?.training ?? DEFAULT_TRAINING_OPTIONS),
      validation_percentage: meta.split.validationPercentage,
      group_by: meta.grouping?.groupBy ?? null,
    },
  });
}

/** True: so few rows define the output that a training learns nothing from them; a person may still choose to train on it. */
const isHardlyDefined = ({ undefinedRows }: OutputMeta, { rows }: DatasetMeta): boolean =>
  undefinedRows > 0 && rows - undefinedRows < FEW_DATA_ROWS;

function outputRows({ outputs, rows }: DatasetMeta): JobConfig["output_rows"] {
  return outputs.flatMap(({ name, undefinedRows }) =>
    undefinedRows === 0 ? [] : [{ output: name, rows: rows - undefinedRows }],
  );
}

function dataNotes({ inputs, relation, split }: DatasetMeta): DataNote[] {
  const rows = split.training + split.validation;
  const ofInputs = inputs.flatMap((input): DataNote[] => {
    if (input.kind === "numeric") return input.countsRows ? [{ kind: "row counter", input: input.name }] : [];
    const { name, levels, counts } = input;
    return findRareLevels(levels, counts).map((rare) => ({ kind: "rare level", input: name, ...rare }));
  });
  const fewValued = inputs.filter(hasFewValues).map(({ name }) => name);
  return [
    ...(rows < FEW_DATA_ROWS ? [{ kind: "few rows" as const, rows }] : []),
    ...ofInputs,
    ...(fewValued.length === 0 ? [] : [{ kind: "few values" as const, inputs: fewValued }]),
    ...(relation === null ? [] : [relation]),
  ];
}

/** True: a number that occurs at few values and leaves a wide gap between two of them, which whole numbers in a row do not. */
const hasFewValues = (input: InputMeta): boolean =>
  input.kind === "numeric" &&
  input.uniqueValues !== null &&
  !input.countsRows &&
  !isCount(input) &&
  findWideGap(input.uniqueValues, { low: input.min, high: input.max }) !== null;

export function dataSetSizes({ rows, split }: DatasetMeta): JobConfig["data_set_sizes"] {
  return { combined: rows, training: split.training, validation: split.validation };
}

type Look = Pick<InputDefinition, "display" | "unit" | "multiplier">;

/** Returns the input with the value of the central row as its middle. */
function startingAt(input: InputMeta, value: number | undefined): InputMeta {
  if (value === undefined) return input;
  return input.kind === "categorical" ? { ...input, commonest: value } : { ...input, centre: value };
}

function inputDefinition(
  input: InputMeta,
  labels: Look,
  previous: InputDefinition | undefined,
): InputDefinition {
  const { name } = input;
  if (input.kind === "categorical") {
    const { levels } = input;
    const earlierLevel = levels.find((level) => level === previous?.initval);
    return {
      ...DEFAULT_LOOK,
      display: labels.display,
      name,
      type: "MultiSelect",
      is_integer: false,
      min: null,
      max: null,
      fixed: levels.length === 1 || previous?.fixed === true,
      values: levels,
      unique_values: null,
      initval: earlierLevel ?? levels[input.commonest] ?? null,
    };
  }
  const { min, max, uniqueValues } = input;
  const earlierValue = previous?.initval;
  const scalar: InputDefinition = {
    ...labels,
    name,
    type: "Scalar",
    is_integer: previous === undefined ? isCount(input) : previous.is_integer && input.integer,
    min,
    max,
    fixed: min === max || (previous?.fixed ?? input.countsRows),
    values: null,
    unique_values: uniqueValues,
    initval:
      typeof earlierValue === "number" && earlierValue >= min && earlierValue <= max
        ? earlierValue
        : input.centre,
  };
  return (previous !== undefined && withInputType(scalar, previous.type)) || scalar;
}

/** True: every whole number of the range occurs, and nothing else. */
const isCount = ({ min, max, integer, uniqueValues }: InputMeta & { kind: "numeric" }): boolean =>
  integer && max > min && uniqueValues?.length === max - min + 1;

function outputDefinition(
  output: OutputMeta,
  coordinates: readonly CoordinateDefinition[],
  outputs: readonly OutputMeta[],
  previous: OutputDefinition | undefined,
): Omit<OutputDefinition, keyof Look> {
  const { name, min, max, length } = output;
  const type = output.kind === "vector" ? "Vector" : "Scalar";
  const choices = coordinateChoices({ coordinates }, { name, length, type });
  const turnsBack = (choice: string) =>
    Number(coordinates.some((coordinate) => coordinate.name === choice && coordinate.loop_values !== null));
  const isCoordinate = coordinates.some((coordinate) => coordinate.name === name);
  // A coordinate with one position for each value is surer than one that turns back.
  // The coordinate that the headers of some curves state belongs to these alone.
  const isFree = (choice: string) => outputs.every(({ coordinate }) => coordinate !== choice);
  const { coordinate } = output;
  const proposals =
    coordinate !== null && choices.includes(coordinate) ? [coordinate] : choices.filter(isFree);
  const [proposed = null] = isCoordinate ? [] : proposals.toSorted((a, b) => turnsBack(a) - turnsBack(b));
  // A number had no choice.
  const earlierCoordinate = previous?.type === "Vector" ? drawnOver(previous) : undefined;
  const isKept =
    earlierCoordinate === null || (earlierCoordinate !== undefined && choices.includes(earlierCoordinate));
  const definition: Omit<OutputDefinition, keyof Look | "coordinate_name" | "loop_name"> = {
    name,
    type,
    min,
    max,
    length,
    ignored: previous?.ignored ?? false,
    grid_columns:
      previous?.length === length
        ? previous.grid_columns
        : usualGridColumns(output, outputs, isCoordinate || proposed !== null),
  };
  return chooseCoordinate(definition, isKept ? earlierCoordinate : proposed, { coordinates });
}

/**
 * The columns of the map that a vector is drawn as until a person chooses: those of the two axes that lie beside it in the table, or of
 * the square that its values fill. Null: it is a curve, as whatever has a coordinate is.
 */
function usualGridColumns(
  { kind, length, gridColumns, gridAxisColumns }: OutputMeta,
  outputs: readonly OutputMeta[],
  hasCoordinate: boolean,
): number | null {
  if (kind === "scalar" || hasCoordinate || gridAxisColumns !== null) return null;
  const axes = outputs.filter((output) => output.length === length && output.gridAxisColumns !== null);
  const [first, second] = axes;
  if (first !== undefined && first.gridAxisColumns === second?.gridAxisColumns) return first.gridAxisColumns;
  return gridColumns;
}

/** True: the output is a vector that others can be curves over. Alone, it is an output like any other. */
function isProposedCoordinate(output: OutputMeta, outputs: readonly OutputMeta[]): boolean {
  const isGrid = ({ isCoordinate, loop }: OutputMeta) => isCoordinate || loop !== null;
  const curves = outputs.filter((candidate) => candidate.kind === "vector" && !isGrid(candidate));
  return isGrid(output) && curves.some(({ length }) => length === output.length);
}
