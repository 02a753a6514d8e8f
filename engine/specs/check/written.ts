/** The schema of spec.json as it may be written. Everything that has a sensible default may be omitted or null. */

import { scoredObjective } from "@understudy/shared/domain/objectives.ts";
import {
  MANIFEST_VARIABLE_TYPES,
  manifestGraph,
  scoreInputType,
} from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST_LIMITS, MAX_GRID_POINTS } from "@understudy/shared/limits.ts";
import { z } from "zod";

const maybe = <T extends z.ZodType>(type: T) => type.nullish();
const text = z.string().max(10_000);
/** The path of a file, the name of a column, or the key of a value in a file. */
const path = z.string().min(1).max(500);
const oneOrMore = <T extends z.ZodType>(type: T, kind: string, most: number) =>
  z.union([type, z.array(type).max(most)], { error: `must be ${kind} or a list of at most ${most}` });
const MAX_ELEMENTS = 1_000;
const numbers = oneOrMore(z.number(), "a number", MAX_ELEMENTS);

const labels = {
  name: z.string().min(1),
  verbose_name: maybe(z.string().max(200)),
  help_text: maybe(text),
  unit: maybe(z.string().max(50)),
};

export const writtenVariable = z.object({
  ...labels,
  type: z.enum(MANIFEST_VARIABLE_TYPES),
  length: maybe(z.int().min(1).max(MAX_ELEMENTS)),
  is_integer: maybe(z.boolean()),
  absolute_min: maybe(z.number()),
  absolute_max: maybe(z.number()),
  default_min: maybe(numbers),
  default_max: maybe(numbers),
  default_val: maybe(z.union([text, numbers], { error: "must be a number, a string or a list of numbers" })),
  fixed: maybe(z.boolean()),
  optional: maybe(z.boolean()),
  options: maybe(
    z
      .array(z.union([z.number(), z.string().max(1_000)], { error: "must be a string or a number" }))
      .min(1)
      .max(1_000),
  ),
});
export type WrittenVariable = z.output<typeof writtenVariable>;

export const writtenGroup = z.object({
  name: z.string().min(1).max(200),
  variable_names: z.array(z.string()).max(MANIFEST_LIMITS.variables),
  open_by_default: maybe(z.boolean()),
});

export const writtenCoordinate = z.object({
  ...labels,
  grid: z.union(
    [
      z.array(z.number()).min(2).max(MAX_GRID_POINTS),
      z.object({
        from: z.number(),
        to: z.number(),
        points: z.int().min(2),
        spacing: maybe(z.enum(["linear", "lin", "log"])),
      }),
    ],
    { error: "must be a list of two or more numbers, or from, to, points and spacing (linear or log)" },
  ),
});
export type WrittenCoordinate = z.output<typeof writtenCoordinate>;

export const writtenOutput = z.object({
  ...labels,
  type: z.enum(["Scalar", "Vector"]),
  coordinate: maybe(z.string()),
  source: maybe(
    z.object({
      file: maybe(path),
      format: maybe(z.enum(["json", "keyvalue", "table", "regex"])),
      key: maybe(path),
      coordinate_key: maybe(path),
      column: maybe(path),
      coordinate_column: maybe(path),
      pattern: maybe(z.string().min(1).max(1_000)),
    }),
  ),
});
export type WrittenOutput = z.output<typeof writtenOutput>;

export const writtenScoreFunction = z.object({
  name: z.string().min(1).max(200),
  job_types: maybe(z.array(scoredObjective).min(1).max(10)),
  inputs: maybe(
    z
      .array(
        z.object({
          name: z.string().min(1),
          help_text: maybe(text),
          type: scoreInputType,
          default: maybe(z.number()),
        }),
      )
      .max(MANIFEST_LIMITS.scoreInputs),
  ),
  expression: z.string(),
});
export type WrittenScoreFunction = z.output<typeof writtenScoreFunction>;

export const writtenGraph = z.object({
  name: z.string().min(1).max(200),
  title: maybe(z.string().max(200)),
  type: manifestGraph.shape.type,
  per: maybe(manifestGraph.shape.per),
  x: maybe(z.string()),
  y: maybe(oneOrMore(z.string(), "a string", MANIFEST_LIMITS.graphLines)),
  z: maybe(z.string()),
});
export type WrittenGraph = z.output<typeof writtenGraph>;

const command = z
  .array(z.string().max(MANIFEST_LIMITS.commandItemLength))
  .min(1)
  .max(MANIFEST_LIMITS.commandItems);
const limit = maybe(z.number().positive());
export const writtenRun = z.object({
  command,
  platforms: maybe(
    z.object({
      windows: maybe(z.object({ command })),
      linux: maybe(z.object({ command })),
      macos: maybe(z.object({ command })),
    }),
  ),
  templates: maybe(z.array(path).max(MANIFEST_LIMITS.templates)),
  timeout_seconds: maybe(
    z
      .number()
      .positive()
      .max(30 * 24 * 3_600),
  ),
  limits: maybe(z.object({ cpu_seconds: limit, memory_mb: limit, file_mb: limit })),
  keep_files: maybe(z.array(path).max(MANIFEST_LIMITS.keptFiles)),
  success_exit_codes: maybe(z.array(z.int()).min(1).max(MANIFEST_LIMITS.exitCodes)),
});
export type WrittenRun = z.output<typeof writtenRun>;

export const writtenManifest = z.object({
  format: maybe(z.literal(1)),
  verbose_name: maybe(z.string()),
  help_text: maybe(text),
  variables: z.unknown().optional(),
  variable_groups: z.unknown().optional(),
  coordinates: z.unknown().optional(),
  outputs: z.unknown().optional(),
  score_functions: z.unknown().optional(),
  graphs: z.unknown().optional(),
  run: z.unknown().optional(),
});

/** A manifest as our own templates write it. */
export type WrittenManifest = {
  readonly format: 1;
  readonly variables: readonly WrittenVariable[];
  readonly variable_groups?: readonly z.input<typeof writtenGroup>[];
  readonly coordinates: readonly WrittenCoordinate[];
  readonly outputs: readonly WrittenOutput[];
  readonly run: WrittenRun;
};
