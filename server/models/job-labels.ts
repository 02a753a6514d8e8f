import { savedFilter } from "@understudy/shared/api/job-filter.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** A saved filter of somebody's job list. */
export const jobFilterRecord = savedFilter.extend({
  /** `user_id/name`, the name in lower case: one of each name. */
  _id: z.string(),
  user_id: z.int(),
});
export type JobFilterRecord = z.infer<typeof jobFilterRecord>;

export const jobFilterIndexes: readonly Index[] = [[{ user_id: 1 }]];

/** `_id` is the name in lower case: "RF" and "rf" are one tag, shown as it was first written. */
export const tagRecord = z.object({ _id: z.string(), name: z.string() });

export const tagIndexes: readonly Index[] = [];
