import { z } from "zod";

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
export type RowGroups = z.infer<typeof rowGroups>;
