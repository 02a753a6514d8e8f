import { z } from "zod";
import { MAX_COLUMN_NAME_LENGTH } from "../limits.ts";

export const MAX_GROUPING_COLUMNS = 10_000;

/** Groups of rows that are not independent of each other: the points of one sweep, or whatever somebody chose. */
export const rowGroups = z.object({
  /** Names of the inputs that the rows of a group agree in. */
  columns: z.array(z.string()),
  /** Names of the inputs that vary within the groups. */
  swept: z.array(z.string()),
  count: z.int(),
  /** Rows of the smallest and of the largest group. */
  smallest: z.int(),
  largest: z.int(),
});
/** The choice that turns rows, one a point of a sweep, into curves, one row a group. */
export const sweepChoice = z.object({
  /** The input that is swept: it becomes the coordinate. */
  over: z.string().max(MAX_COLUMN_NAME_LENGTH),
  /** The inputs that the rows of a sweep agree in. */
  by: z.array(z.string().max(MAX_COLUMN_NAME_LENGTH)).min(1).max(MAX_GROUPING_COLUMNS),
});
export type SweepChoice = z.infer<typeof sweepChoice>;

export type RowGroups = z.infer<typeof rowGroups>;
