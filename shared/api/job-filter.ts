/** Filters of the job list that a person has saved: they are with them wherever they log in. */
import { z } from "zod";
import { MAX_FILTER_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { jobFilter } from "./job-list.ts";
import { route } from "./route.ts";

const name = z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_FILTER_NAME_LENGTH);

export const savedFilter = z.strictObject({ name, query: jobFilter.describe("The filters that it stores.") });
export type SavedFilter = z.infer<typeof savedFilter>;

const savedFilters = z.object({ items: z.array(savedFilter) });

export const jobFilterRoutes = {
  listJobFilters: route({
    method: "GET",
    path: "/user/job_filters",
    summary: "One's own saved filters of the job list, by name",
    audience: "full-user",
    response: savedFilters,
  }),
  saveJobFilter: route({
    method: "PUT",
    path: "/user/job_filters",
    summary: "Save a filter of the job list; one of the same name is replaced",
    audience: "full-user",
    body: savedFilter,
    response: savedFilters,
  }),
  deleteJobFilter: route({
    method: "POST",
    path: "/user/job_filters:delete",
    summary: "Delete a saved filter",
    audience: "full-user",
    body: z.strictObject({ name }),
    response: savedFilters,
  }),
} as const;
