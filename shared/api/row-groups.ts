import { z } from "zod";
import { MAX_COLUMN_NAME_LENGTH } from "../limits.ts";

export const MAX_GROUPING_COLUMNS = 10_000;

/** Groups of rows that are not independent of each other: the points of one sweep, or whatever somebody chose. */
export const rowGroups = z.object({
  columns: z.array(z.string()).describe("Names of the inputs that the rows of a group agree in."),
  swept: z.array(z.string()).describe("Names of the inputs that vary within the groups."),
  count: z.int().describe("The number of groups."),
  smallest: z.int().describe("Rows of the smallest and of the largest group."),
  largest: z.int().describe("The number of rows in the largest group."),
});
/** The choice that turns rows, one a point of a sweep, into curves, one row a group. */
export const sweepChoice = z.object({
  over: z
    .string()
    .max(MAX_COLUMN_NAME_LENGTH)
    .describe("The input that is swept: it becomes the coordinate."),
  by: z
    .array(z.string().max(MAX_COLUMN_NAME_LENGTH))
    .min(1)
    .max(MAX_GROUPING_COLUMNS)
    .describe("The inputs that the rows of a sweep agree in."),
});
export type SweepChoice = z.infer<typeof sweepChoice>;

export type RowGroups = z.infer<typeof rowGroups>;
