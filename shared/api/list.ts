import { z } from "zod";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList } from "./bounded.ts";
import { integerText } from "./codec.ts";

export const sortOrder = z.enum(["ascending", "descending"]);
export type SortOrder = z.infer<typeof sortOrder>;

/** The query of a list: pages count from 1, and only the named columns sort. */
export const listQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.object({
    page_number: integerText.pipe(z.int().min(1)).optional().describe("The page to answer, from 1."),
    page_size: integerText
      .pipe(z.int().min(1).max(MAX_PAGE_SIZE))
      .optional()
      .describe("The number of items on a page."),
    sort_by: z.enum(columns).optional().describe("The column to sort by."),
    sort_order: sortOrder.optional().describe("The direction of the order."),
  });

/** A list keeps the rows that contain this text. MongoDB takes no NUL in a pattern. */
export const filterText = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/, "Not a text to search for");

export const LIST_DEFAULTS = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_order: "descending",
} as const;

/** One page of a list. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item).describe("The items of this page."),
    total_count: z.int().describe("The number of items on all pages."),
    page_size: z.int().describe("The largest number of items on a page."),
  });

export const ids = z.object({
  ids: boundedList(z.int(), 1_000)
    .refine((list) => list.length > 0, MESSAGES.optionRequired)
    .describe("The IDs of the items."),
});
export const created = z.object({ id: z.int().describe("The ID of what was created.") });
