/**
 * A dataset on disk is `meta.json` beside row-major little-endian float64 files, so that one row is one read and a
 * training loads typed arrays directly. Not a number in outputs.f64 is an output that its row does not define, of a curve in all of
 * its points; no other value is not finite.
 *
 * ```
 * <work dir>/data.csv             the combined table, for download
 * <work dir>/data/meta.json       this schema
 *                 inputs.f64      rows x inputs.length; a categorical input as the code of its level
 *                 outputs.f64     rows x outputWidth; the columns one after the other, a vector as `length` numbers
 *                 order.u32       rows in the order in which they are taken into the validation set; see split.ts
 *                 split-20.u32    the validation rows, then the training rows, both ascending
 * ```
 */
import { rowGroups } from "@understudy/shared/api/row-groups.ts";
import { inputRelation } from "@understudy/shared/domain/data-note.ts";
import { z } from "zod";

const range = { min: z.number(), max: z.number() };

const numericInput = z.object({
  kind: z.literal("numeric"),
  name: z.string(),
  ...range,
  /** Every value is a whole number. */
  integer: z.boolean(),
  /** The values count the rows, as an index or the number of a run does. */
  countsRows: z.boolean().default(false),
  /** The distinct values, ascending; null where there are too many to be made discrete. */
  uniqueValues: z.array(z.number()).nullable(),
  /** The middle: a value that occurs where few do, else the middle of the range. */
  centre: z.number(),
});

const categoricalInput = z.object({
  kind: z.literal("categorical"),
  name: z.string(),
  /** The levels in natural order; a row holds the index. */
  levels: z.array(z.string()).min(1),
  /** The code most rows hold. */
  commonest: z.int(),
  /** The rows of each level; empty in earlier datasets. */
  counts: z.array(z.int()).default([]),
});

export const inputMeta = z.discriminatedUnion("kind", [numericInput, categoricalInput]);
export type InputMeta = z.infer<typeof inputMeta>;

export const outputMeta = z.object({
  name: z.string(),
  kind: z.enum(["scalar", "vector"]),
  /** Values a row: 1 for a scalar. */
  length: z.int().min(1),
  /** The index of the column's first value in a row of outputs.f64. */
  offset: z.int(),
  /** The range over the rows that define it. */
  ...range,
  /** The number of rows that do not define it; a coordinate is defined in every row. */
  undefinedRows: z.int().default(0),
  /** The output that the headers of a curve's columns state as its coordinate. Null for others, and in earlier datasets. */
  coordinate: z.string().nullable().default(null),
  /** A vector that is the same in every row and strictly rises or falls: it can be the coordinate of others. */
  isCoordinate: z.boolean(),
  /** The values of a vector that is the same in every row and turns back, as an up-and-down sweep does. Null for others. */
  loop: z.array(z.number()).nullable().default(null),
  /** The columns of a vector that is a field on a square grid. Null for others, and in earlier datasets. */
  gridColumns: z.int().nullable().default(null),
  /** The columns of the grid that a vector is an axis of, being the same in every row; see grid-columns.ts. Null for others. */
  gridAxisColumns: z.int().nullable().default(null),
});
export type OutputMeta = z.infer<typeof outputMeta>;

export const datasetMeta = z.object({
  version: z.literal(1),
  rows: z.int().min(1),
  inputs: z.array(inputMeta),
  /** A relation that the inputs keep in every row; null where none was found. */
  relation: inputRelation.nullable().default(null),
  /** The input values of the row nearest to the middle; absent in datasets from before it was looked for. */
  centralRow: z.array(z.number()).optional(),
  outputs: z.array(outputMeta),
  /** Values a row of outputs.f64. */
  outputWidth: z.int(),
  /** Rows left out by choice, because their outputs are empty or not finite. */
  ignoredRows: z.int(),
  /** The grouping that the order of the rows follows; absent in datasets from before rows were grouped. */
  grouping: z
    .object({
      /** The inputs that were chosen to group the rows by; null: as the rows let suppose. */
      groupBy: z.array(z.string()).nullable(),
      /** The groups of the rows; null where every row counts by itself. */
      groups: rowGroups.nullable(),
    })
    .optional(),
  split: z.object({
    file: z.string().regex(/^split-[\d.]+\.u32$/),
    validationPercentage: z.number(),
    validation: z.int(),
    training: z.int(),
  }),
});
export type DatasetMeta = z.infer<typeof datasetMeta>;
