import { z } from "zod";
import { dataNote } from "../domain/data-note.ts";
import { trainingEffort, trainOn } from "../domain/job.ts";
import { coordinateDefinition, gridColumns, inputDefinition, outputDefinition } from "../domain/variable.ts";
import { MAX_COLUMN_NAME_LENGTH, MAX_FAILED_RUN_MARKS, MAX_LEFT_OUT_ROWS, MAX_SECTIONS } from "../limits.ts";
import { boundedList } from "./bounded.ts";
import { MAX_GROUPING_COLUMNS, rowGroups, sweepChoice } from "./row-groups.ts";

/** A value with which a program marks failed runs in an output: a row that holds it there, in any point of a curve, does not define it. */
export const failedRunMark = z.object({
  output: z.string().max(MAX_COLUMN_NAME_LENGTH).describe("The name of the output that holds the mark."),
  value: z.number().describe("The number that marks failed runs."),
});
export type FailedRunMark = z.infer<typeof failedRunMark>;

/** A value that looks like a mark of failed runs, proposed and not left out. */
export const suspectedMark = failedRunMark.extend({
  row_count: z.int().describe("The number of rows that hold the value."),
  rows: z
    .array(z.int())
    .describe(
      "The first of the rows, numbered as in a spreadsheet of the outputs, behind the rows of another job.",
    ),
  other_values: z
    .object({
      min: z.number().describe("The smallest other value, in the stored unit."),
      max: z.number().describe("The largest other value, in the stored unit."),
    })
    .describe("The range of the output's other values."),
});
export type SuspectedMark = z.infer<typeof suspectedMark>;

/**
 * The yes-or-no choices about rows, names and columns that are not sound as they are, or could be read otherwise. Jobs from before an option
 * have its default.
 */
export const yesNoOptions = z.object({
  ignore_failed_runs: z.boolean().describe("Leave out the rows whose outputs are empty or NaN."),
  ignore_missing_inputs: z
    .boolean()
    .default(false)
    .describe("Leave out the rows that lack a value of an input."),
  number_duplicate_names: z.boolean().describe("Number columns that share a name, as `gain`, `gain (2)`."),
  header_units: z
    .boolean()
    .default(true)
    .describe("Read the units in the names of columns: `R (Ohm)` is R in Ohm."),
  join_numbered_columns: z
    .boolean()
    .default(false)
    .describe(
      "Read numbered columns of outputs, `id_0 ... id_40` or `Id@0V ... Id@1V`, as the points of one curve.",
    ),
  complex_as_parts: z
    .boolean()
    .default(false)
    .describe("Read a complex output as its real and its imaginary part."),
  complex_as_polar: z
    .boolean()
    .default(false)
    .describe("Read a complex output as its magnitude in dB and its phase in degrees."),
  resample_curves: z
    .boolean()
    .default(true)
    .describe("Read curves that have a grid of their own in each row on one grid."),
  unwrap_angles: z
    .boolean()
    .default(false)
    .describe("Read angles that wrap as curves without jumps, or as cosine and sine."),
});
export type YesNoOption = keyof z.infer<typeof yesNoOptions>;
export const YES_NO_OPTIONS = yesNoOptions.keyof().options;

/** The same options, and lists of what is left out. */
export const dataOptions = yesNoOptions.extend({
  failed_run_marks: z
    .array(failedRunMark)
    .max(MAX_FAILED_RUN_MARKS)
    .default([])
    .describe("Leave out the rows that hold one of these values."),
  left_out_rows: z
    .array(z.int().min(2))
    .max(MAX_LEFT_OUT_ROWS)
    .default([])
    .describe(
      "Leave out these rows, numbered as in a spreadsheet of the parameters: below a header in row 1 the first is row 2. Rows of another job come first, numbered from 2 on, and those of the files go on behind them.",
    ),
  sweep_curves: sweepChoice
    .nullable()
    .default(null)
    .describe("Turn rows, one a point of a sweep, into curves; null: they stay rows."),
});
export type DataOptions = z.infer<typeof dataOptions>;
export type DataOption = keyof DataOptions;
export const NO_DATA_OPTIONS: DataOptions = {
  ignore_failed_runs: false,
  ignore_missing_inputs: false,
  number_duplicate_names: false,
  header_units: true,
  join_numbered_columns: false,
  complex_as_parts: false,
  complex_as_polar: false,
  resample_curves: true,
  unwrap_angles: false,
  failed_run_marks: [],
  left_out_rows: [],
  sweep_curves: null,
};

/** The numbers of rows that are left out by choice, each by the first reason that applies, and the rows. */
export const leftOutRows = z.object({
  failed_runs: z.int().describe("Rows without a value of any output."),
  marks: z.int().describe("Rows that hold a mark of failed runs."),
  missing_inputs: z.int().describe("Rows without a value of an input."),
  by_number: z.int().describe("Rows that were named by their numbers."),
  rows: z
    .array(z.int())
    .describe(
      "The first of all of them, numbered as in a spreadsheet of the file that is the reason, behind the rows of another job.",
    ),
});
export type LeftOutRows = z.infer<typeof leftOutRows>;
export const NO_LEFT_OUT_ROWS: LeftOutRows = {
  failed_runs: 0,
  marks: 0,
  missing_inputs: 0,
  by_number: 0,
  rows: [],
};

export const trainingOptions = z.object({
  train_on: trainOn.describe(
    "Where the training runs: on the platform's processors, on a server of the user's, or on a machine that the platform provides.",
  ),
  resource_id: z.int().nullable().describe("The server that trains, for `train_on: server`; otherwise null."),
  effort: trainingEffort.describe(
    "How long to search for a better emulator: at most 1, 3 or 30 minutes of processor time.",
  ),
  validation_percentage: z.number().min(5).max(50).describe("Share of the rows kept for validation."),
  group_by: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe(
      "Names of the inputs that the rows of a group agree in; empty: every row counts by itself; null: as the rows let suppose.",
    ),
});
export type TrainingOptions = z.infer<typeof trainingOptions>;
export const DEFAULT_TRAINING_OPTIONS: TrainingOptions = {
  train_on: "platform",
  resource_id: null,
  effort: "standard",
  validation_percentage: 20,
  group_by: null,
};

const configField = z.object({
  part: z
    .enum(["inputs", "outputs", "coordinates", "training", "config"])
    .describe("The part of the config; `config`: the config as a whole."),
  name: z.string().describe("The name of the column; empty: the field belongs to none."),
  key: z.string().describe("The name of the field in a change of the config."),
});
/** A single field of a config: what one control of its page changes. */
export type ConfigField = z.infer<typeof configField>;

const fieldEdit = configField.extend({
  by: z.object({ id: z.int(), name: z.string() }).describe("The person who changed the field last."),
  time: z.iso.datetime(),
});
export type FieldEdit = z.infer<typeof fieldEdit>;

export const jobConfig = z.object({
  inputs: z.array(inputDefinition).describe("The columns of the parameters file."),
  outputs: z.array(outputDefinition).describe("The columns of the outputs file."),
  emulator_outputs: z.array(z.string()).describe("Names of the outputs the emulator answers for."),
  coordinates: z.array(coordinateDefinition).describe("The vectors that outputs are curves over."),
  coordinate_name: z
    .string()
    .nullable()
    .describe("The coordinate that all vector outputs share, where they share one; null: the row index."),
  has_been_configured: z.boolean().describe("True: the training has been configured."),
  data_set_sizes: z
    .object({
      combined: z.int().describe("All rows."),
      training: z.int().describe("The rows of the training set."),
      validation: z
        .int()
        .describe(
          "The rows of the validation set. With few rows the emulator is trained on these too, and cross-validation measures its accuracy; with up to 10,000 rows it may be trained on them once its accuracy is measured (`validation_method` in its report).",
        ),
    })
    .describe("The number of rows in each data set."),
  has_verilog_a_file: z.boolean().describe("True: a Verilog-A file of the present emulator exists."),
  verilog_a_file_name: z
    .string()
    .nullable()
    .describe("The name of that file in the job's working directory; null: there is none."),
  data_options: dataOptions.describe(
    "The choices about rows, names and columns with which the files are read.",
  ),
  ignored_row_count: z.int().describe("Rows left out by choice, see data_options."),
  output_rows: z
    .array(
      z.object({
        output: z.string().describe("The name of the output."),
        rows: z.int().describe("The number of rows that define it."),
      }),
    )
    .default([])
    .describe("The outputs that not every row defines, each with the number of rows that do."),
  left_out: leftOutRows
    .default(NO_LEFT_OUT_ROWS)
    .describe("The rows left out by reason; all 0 in jobs that were read before reasons were kept."),
  suspected_marks: z
    .array(suspectedMark)
    .default([])
    .describe("Values that look like marks of failed runs; nothing is left out because of them."),
  data_notes: z
    .array(dataNote)
    .default([])
    .describe("The reading of the files noticed these facts about the inputs."),
  row_groups: rowGroups
    .nullable()
    .default(null)
    .describe(
      "The groups in which rows are kept for validation, or left out of a fit; null where every row counts by itself.",
    ),
  training: trainingOptions.describe("The settings of the training."),
  field_edits: z
    .array(fieldEdit)
    .default([])
    .describe("The last changes of single fields, the newest first; empty where the caller is restricted."),
});
export type JobConfig = z.infer<typeof jobConfig>;
/** A job has this config until its columns are known. */
export const EMPTY_CONFIG: JobConfig = {
  inputs: [],
  outputs: [],
  emulator_outputs: [],
  coordinates: [],
  coordinate_name: null,
  has_been_configured: false,
  data_set_sizes: { combined: 0, training: 0, validation: 0 },
  has_verilog_a_file: false,
  verilog_a_file_name: null,
  data_options: NO_DATA_OPTIONS,
  ignored_row_count: 0,
  output_rows: [],
  left_out: NO_LEFT_OUT_ROWS,
  suspected_marks: [],
  data_notes: [],
  row_groups: null,
  training: DEFAULT_TRAINING_OPTIONS,
  field_edits: [],
};

/** No data set has so many columns. */
const MAX_CHANGES = 10_000;

/** Some of the options, for a change of these alone. */
export const trainingChange = trainingOptions
  .partial()
  // Not of the options' own schema, whose default would take it for a change.
  .extend({
    group_by: boundedList(z.string().max(MAX_COLUMN_NAME_LENGTH), MAX_GROUPING_COLUMNS)
      .nullable()
      .optional()
      .describe(
        "The inputs in which the rows of a group agree; empty: every row counts by itself; null: found from the data.",
      ),
  });

const named = { name: z.string() };
const inputChange = inputDefinition
  .pick({ display: true, unit: true, multiplier: true, type: true, fixed: true, initval: true })
  .partial()
  // Not of the definition's own schema, whose default would take it for a change.
  .extend({ ...named, is_integer: z.boolean().optional().describe("True: only whole numbers.") });
const outputChange = outputDefinition
  .pick({ display: true, unit: true, multiplier: true, coordinate_name: true, ignored: true })
  .partial()
  .extend({
    ...named,
    grid_columns: gridColumns
      .optional()
      .describe("The number of values in each row of a field; null: it is a curve."),
  });
const coordinateChange = coordinateDefinition
  .pick({ display: true, unit: true, multiplier: true })
  .partial()
  .extend(named);

/** A change may have any of these; items are matched by `name`, and a field that an item leaves out stays as it is. */
const changeFields = {
  inputs: boundedList(inputChange, MAX_CHANGES).optional().describe("Changed inputs, matched by `name`."),
  outputs: boundedList(outputChange, MAX_CHANGES).optional().describe("Changed outputs, matched by `name`."),
  coordinates: boundedList(coordinateChange, MAX_CHANGES)
    .optional()
    .describe("Changed coordinates, matched by `name`."),
  coordinate_name: z
    .string()
    .nullable()
    .optional()
    .describe("The coordinate of all curves; null: the index of their points."),
  data_options: dataOptions.optional().describe("Replaces all options, and reads the files again."),
  training: trainingChange.optional().describe("Changed settings of the training."),
};
export const jobConfigChange = z.strictObject({
  ...changeFields,
  base: z
    .strictObject(changeFields)
    .optional()
    .describe(
      "The values that the changed fields had when they were read. Where one has another value by now, nothing is changed. Fields without a base are changed in any case.",
    ),
});
export type JobConfigChange = z.infer<typeof jobConfigChange>;

export const focusRegion = z.object({
  range: z
    .tuple([z.number(), z.number()])
    .describe("The first and the last coordinate value of the region, in the stored unit."),
  number_of_sections: z
    .int()
    .min(1)
    .max(MAX_SECTIONS)
    .describe("The number of sections that the region is divided into."),
});
export type FocusRegion = z.infer<typeof focusRegion>;
