/**
 * A spec's manifest as the platform keeps it: what a designer wrote in `spec.json`, checked and without gaps
 * (`checkManifest` in engine/specs fills them). It is itself a valid `spec.json`.
 */
import { z } from "zod";
import { scoredObjective } from "./objectives.ts";
import { scalarValue } from "./variable.ts";

export const MANIFEST_FILE = "spec.json";
/** Written beside the model of every simulation: each variable's value by name. */
export const VARIABLES_FILE = "variables.json";
/** The command's standard output is kept under this name, so that outputs can be read from it. */
export const STDOUT_FILE = "stdout.txt";

const absent = z.null();
const number = z.number();
const labels = {
  name: z.string(),
  /** The name where the designer gives none. */
  verbose_name: z.string(),
  help_text: z.string(),
  unit: z.string(),
};

/** Every variable has every field; those that its type knows nothing of are null or false. */
const ofNoRange = {
  length: absent,
  is_integer: z.literal(false),
  absolute_min: absent,
  absolute_max: absent,
  default_min: absent,
  default_max: absent,
};
const bounds = { is_integer: z.boolean(), absolute_min: number.nullable(), absolute_max: number.nullable() };

export const manifestVariable = z.discriminatedUnion("type", [
  z.object({
    ...labels,
    ...bounds,
    type: z.literal("Scalar"),
    length: absent.describe("The number of elements of a Vector."),
    default_min: number.describe("A job varies the variable over this range by default."),
    default_max: number.describe("The upper end of the range by default."),
    default_val: number.describe("The initial value by default."),
    fixed: z.boolean().describe("True: jobs do not vary it unless they choose to."),
    optional: z.literal(false).describe("True: it may be left empty."),
    options: absent.describe("The values that a select can take."),
  }),
  /** `length` numbers; the absolute bounds are those of each. */
  z.object({
    ...labels,
    ...bounds,
    type: z.literal("Vector"),
    length: z.int().min(1).describe("The number of elements of a Vector."),
    default_min: z.array(number).describe("The lower end of the range by default."),
    default_max: z.array(number).describe("The upper end of the range by default."),
    default_val: z.array(number).describe("The initial value by default."),
    fixed: z.boolean().describe("True: jobs do not vary it unless they choose to."),
    optional: z.literal(false).describe("True: it may be left empty."),
    options: absent.describe("The values that a select can take."),
  }),
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("String"),
    default_val: z.string().describe("The initial value by default."),
    fixed: z.literal(true).describe("True: jobs do not vary it unless they choose to."),
    optional: z.boolean().describe("May be left empty."),
    options: absent.describe("The values that a select can take."),
  }),
  /** One option for the whole job. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("SingleSelect"),
    is_integer: z.boolean().describe("Options that are numbers are whole ones."),
    default_val: scalarValue.describe("The initial value by default."),
    fixed: z.literal(true).describe("True: jobs do not vary it unless they choose to."),
    optional: z.literal(false).describe("True: it may be left empty."),
    options: z.array(scalarValue).min(1).describe("The values that a select can take."),
  }),
  /** The job picks options, each simulation gets one of them: a categorical input. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("MultiSelect"),
    is_integer: z.boolean().describe("True: only whole numbers."),
    default_val: scalarValue.describe("The initial value by default."),
    fixed: z.boolean().describe("True: jobs do not vary it unless they choose to."),
    optional: z.literal(false).describe("True: it may be left empty."),
    options: z.array(scalarValue).min(1).describe("The values that a select can take."),
  }),
  /** A file that is laid beside the model; its value is the path there. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("File"),
    default_val: absent.describe("The initial value by default."),
    fixed: z.literal(true).describe("True: jobs do not vary it unless they choose to."),
    optional: z.boolean().describe("True: it may be left empty."),
    options: absent.describe("The values that a select can take."),
  }),
]);
export type ManifestVariable = z.infer<typeof manifestVariable>;
export const MANIFEST_VARIABLE_TYPES = [
  "Scalar",
  "Vector",
  "String",
  "SingleSelect",
  "MultiSelect",
  "File",
] as const satisfies readonly ManifestVariable["type"][];

/** Evenly spread points, or ascending values as listed. */
export const coordinateGrid = z.union([
  z.object({
    from: number,
    to: number,
    points: z.int().min(2).describe("The number of points."),
    spacing: z.enum(["linear", "log"]).describe("`log`: each decade has as many points."),
  }),
  z.array(number).min(2),
]);
export type CoordinateGrid = z.infer<typeof coordinateGrid>;

export const manifestCoordinate = z.object({
  ...labels,
  grid: coordinateGrid.describe("The points of the coordinate."),
});
export type ManifestCoordinate = z.infer<typeof manifestCoordinate>;

const file = z.string();
export const outputSource = z.discriminatedUnion("format", [
  z.object({
    format: z.literal("json"),
    file: file.describe("The file that the value is read from."),
    key: z.string().describe("The path to the value, its keys parted by points."),
    coordinate_key: z
      .string()
      .nullable()
      .describe(
        "The path to a Vector's coordinate. Without such a list the value is taken to lie on the grid.",
      ),
  }),
  /** Lines `name = value`; of several the last counts. */
  z.object({
    format: z.literal("keyvalue"),
    file: file.describe("The file that the value is read from."),
    key: z.string().describe("The name or path of the value in the file."),
  }),
  /** A header row, then rows of numbers. A Scalar is the last row's. */
  z.object({
    format: z.literal("table"),
    file: file.describe("The file that the value is read from."),
    column: z.string().describe("The column that the value is read from."),
    coordinate_column: z
      .string()
      .nullable()
      .describe(
        "A Vector's coordinate stands in this column; null: in the column named as the coordinate, or else in the first one.",
      ),
  }),
  /**
   * An RE2 expression, `^` and `$` at the ends of lines; its first group is the value. A Scalar is the last match's; a
   * Vector takes all matches, with two groups the coordinate first and then the value.
   */
  z.object({
    format: z.literal("regex"),
    file: file.describe("The file that the value is read from."),
    pattern: z.string().describe("An RE2 expression with a group that captures the value."),
  }),
]);
export type OutputSource = z.infer<typeof outputSource>;

export const manifestOutput = z.discriminatedUnion("type", [
  z.object({
    ...labels,
    type: z.literal("Scalar"),
    coordinate: absent.describe("The name of the coordinate of a Vector."),
    source: outputSource.describe("Where the value is read from."),
  }),
  z.object({
    ...labels,
    type: z.literal("Vector"),
    coordinate: z.string().describe("The name of the coordinate of a Vector."),
    source: outputSource.describe("Where the value is read from."),
  }),
]);
export type ManifestOutput = z.infer<typeof manifestOutput>;

export const scoreInputType = z.enum(["File", "Scalar", "Output Scalar", "Output Vector"]);
export const scoreInput = z.object({
  name: z.string(),
  help_text: z.string(),
  type: scoreInputType,
  default: number.nullable().describe("A Scalar has a default; every other type has null."),
});

/** A job may choose the platform's own score functions, or those of the spec. */
export const scoreFunctionOption = z.object({
  name: z.string(),
  job_types: z.array(scoredObjective).min(1).describe("The objectives that can use it."),
  inputs: z.array(scoreInput).describe("The inputs that are filled in when a job is created."),
});
export type ScoreFunctionOption = z.infer<typeof scoreFunctionOption>;

export const manifestScoreFunction = scoreFunctionOption.extend({
  expression: z.string().describe("The expression that gives the score; larger is better."),
});
export type ManifestScoreFunction = z.infer<typeof manifestScoreFunction>;

export const manifestGraph = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(["line", "scatter", "histogram", "heatmap"]),
  per: z
    .enum(["simulation", "job"])
    .describe("The graph is drawn for each simulation, or for all simulations of a job together."),
  x: z.string().nullable().describe("An expression; null: the coordinate of y."),
  y: z.array(z.string()).describe("Expressions, each a line; none for a histogram."),
  z: z.string().nullable().describe("A heatmap's colour; null: how many simulations."),
});
export type ManifestGraph = z.infer<typeof manifestGraph>;

export const platformName = z.enum(["windows", "linux", "macos"]);
export type PlatformName = z.infer<typeof platformName>;

const command = z.array(z.string()).min(1);
export const manifestRun = z.object({
  command: command.describe("The program and its arguments; no shell reads them."),
  platforms: z
    .partialRecord(platformName, z.object({ command }))
    .describe("Other commands by operating system."),
  templates: z
    .array(z.string())
    .describe("Files in which placeholders are replaced: `x.cir.tmpl` becomes `x.cir`."),
  timeout_seconds: number.describe("The limit counts the command alone."),
  limits: z
    .object({
      cpu_seconds: number.nullable().describe("The limit of processor time, in seconds; null: none."),
      memory_mb: number.nullable().describe("The limit of memory, in MB; null: none."),
      file_mb: number
        .nullable()
        .describe("The limit of the size of each file that it writes, in MB; null: none."),
    })
    .describe("The limits of one simulation."),
  keep_files: z.array(z.string()).describe("Files of a simulation that are uploaded to the platform."),
  success_exit_codes: z.array(z.int()).min(1).describe("Any other exit code fails the simulation."),
});
export type ManifestRun = z.infer<typeof manifestRun>;

export const specManifest = z.object({
  format: z.literal(1).describe("The version of this format."),
  verbose_name: z.string(),
  help_text: z.string(),
  variables: z.array(manifestVariable),
  variable_groups: z.array(
    z.object({ name: z.string(), variable_names: z.array(z.string()), open_by_default: z.boolean() }),
  ),
  coordinates: z.array(manifestCoordinate),
  outputs: z.array(manifestOutput).min(1),
  score_functions: z.array(manifestScoreFunction),
  graphs: z.array(manifestGraph),
  run: manifestRun.describe("How one simulation is run."),
});
export type SpecManifest = z.infer<typeof specManifest>;

/**
 * Jobs vary and compute these variables and outputs, whether or not a program simulates them: `run` is null for the
 * columns of uploaded data.
 */
export const specModel = specManifest.extend({ run: manifestRun.nullable() });
export type SpecModel = z.infer<typeof specModel>;
