/**
 * A spec's manifest as the platform keeps it: what a designer wrote in `spec.json`, checked and without gaps
 * (`checkManifest` in engine/specs fills them). It is itself a valid `spec.json`.
 */
import { z } from "zod";
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
    length: absent,
    /** A job varies the variable over this range by default. */
    default_min: number,
    default_max: number,
    default_val: number,
    fixed: z.boolean(),
    optional: z.literal(false),
    options: absent,
  }),
  /** `length` numbers; the absolute bounds are those of each. */
  z.object({
    ...labels,
    ...bounds,
    type: z.literal("Vector"),
    length: z.int().min(1),
    default_min: z.array(number),
    default_max: z.array(number),
    default_val: z.array(number),
    fixed: z.boolean(),
    optional: z.literal(false),
    options: absent,
  }),
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("String"),
    default_val: z.string(),
    fixed: z.literal(true),
    /** May be left empty. */
    optional: z.boolean(),
    options: absent,
  }),
  /** One option for the whole job. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("SingleSelect"),
    /** Options that are numbers are whole ones. */
    is_integer: z.boolean(),
    default_val: scalarValue,
    fixed: z.literal(true),
    optional: z.literal(false),
    options: z.array(scalarValue).min(1),
  }),
  /** The job picks options, each simulation gets one of them: a categorical input. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("MultiSelect"),
    is_integer: z.boolean(),
    default_val: scalarValue,
    fixed: z.boolean(),
    optional: z.literal(false),
    options: z.array(scalarValue).min(1),
  }),
  /** A file that is laid beside the model; its value is the path there. */
  z.object({
    ...labels,
    ...ofNoRange,
    type: z.literal("File"),
    default_val: absent,
    fixed: z.literal(true),
    optional: z.boolean(),
    options: absent,
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
    points: z.int().min(2),
    spacing: z.enum(["linear", "log"]),
  }),
  z.array(number).min(2),
]);
export type CoordinateGrid = z.infer<typeof coordinateGrid>;

export const manifestCoordinate = z.object({ ...labels, grid: coordinateGrid });
export type ManifestCoordinate = z.infer<typeof manifestCoordinate>;

const file = z.string();
export const outputSource = z.discriminatedUnion("format", [
  z.object({
    format: z.literal("json"),
    file,
    /** The path to the value, its keys parted by points. */
    key: z.string(),
    /** The path to a Vector's coordinate. Without such a list the value is taken to lie on the grid. */
    coordinate_key: z.string().nullable(),
  }),
  /** Lines `name = value`; of several the last counts. */
  z.object({ format: z.literal("keyvalue"), file, key: z.string() }),
  /** A header row, then rows of numbers. A Scalar is the last row's. */
  z.object({
    format: z.literal("table"),
    file,
    column: z.string(),
    /**
     * A Vector's coordinate stands in this column; null: in the column named as the coordinate, or else in the first
     * one.
     */
    coordinate_column: z.string().nullable(),
  }),
  /**
   * An RE2 expression, `^` and `$` at the ends of lines; its first group is the value. A Scalar is the last match's; a
   * Vector takes all matches, with two groups the coordinate first and then the value.
   */
  z.object({ format: z.literal("regex"), file, pattern: z.string() }),
]);
export type OutputSource = z.infer<typeof outputSource>;

export const manifestOutput = z.discriminatedUnion("type", [
  z.object({ ...labels, type: z.literal("Scalar"), coordinate: absent, source: outputSource }),
  z.object({ ...labels, type: z.literal("Vector"), coordinate: z.string(), source: outputSource }),
]);
export type ManifestOutput = z.infer<typeof manifestOutput>;

export const scoredObjective = z.enum(["Optimization", "Sampling", "Out of Spec"]);
export type ScoredObjective = z.infer<typeof scoredObjective>;

export const scoreInputType = z.enum(["File", "Scalar", "Output Scalar", "Output Vector"]);
export const scoreInput = z.object({
  name: z.string(),
  help_text: z.string(),
  type: scoreInputType,
  /** A Scalar has a default; every other type has null. */
  default: number.nullable(),
});

/** A job may choose the platform's own score functions, or those of the spec. */
export const scoreFunctionOption = z.object({
  name: z.string(),
  job_types: z.array(scoredObjective).min(1),
  inputs: z.array(scoreInput),
});
export type ScoreFunctionOption = z.infer<typeof scoreFunctionOption>;

export const manifestScoreFunction = scoreFunctionOption.extend({ expression: z.string() });
export type ManifestScoreFunction = z.infer<typeof manifestScoreFunction>;

export const manifestGraph = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(["line", "scatter", "histogram", "heatmap"]),
  /** The graph is drawn for each simulation, or for all simulations of a job together. */
  per: z.enum(["simulation", "job"]),
  /** An expression; null: the coordinate of y. */
  x: z.string().nullable(),
  /** Expressions, each a line; none for a histogram. */
  y: z.array(z.string()),
  /** A heatmap's colour; null: how many simulations. */
  z: z.string().nullable(),
});
export type ManifestGraph = z.infer<typeof manifestGraph>;

export const platformName = z.enum(["windows", "linux", "macos"]);
export type PlatformName = z.infer<typeof platformName>;

const command = z.array(z.string()).min(1);
export const manifestRun = z.object({
  /** The program and its arguments; no shell reads them. */
  command,
  platforms: z.partialRecord(platformName, z.object({ command })),
  /** Files in which placeholders are replaced: `x.cir.tmpl` becomes `x.cir`. */
  templates: z.array(z.string()),
  /** The limit counts the command alone. */
  timeout_seconds: number,
  limits: z.object({
    cpu_seconds: number.nullable(),
    memory_mb: number.nullable(),
    file_mb: number.nullable(),
  }),
  keep_files: z.array(z.string()),
  success_exit_codes: z.array(z.int()).min(1),
});
export type ManifestRun = z.infer<typeof manifestRun>;

export const specManifest = z.object({
  format: z.literal(1),
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
  run: manifestRun,
});
export type SpecManifest = z.infer<typeof specManifest>;

/**
 * Jobs vary and compute these variables and outputs, whether or not a program simulates them: `run` is null for the
 * columns of uploaded data.
 */
export const specModel = specManifest.extend({ run: manifestRun.nullable() });
export type SpecModel = z.infer<typeof specModel>;
