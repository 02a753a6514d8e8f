import { jobFilterRoutes } from "@understudy/shared/api/job-filter.ts";
import { deleteFilter, listFilters, saveFilter } from "../commands/users/job-filters.ts";
import { presentFilters } from "../presenters/job-filter.ts";
import { handle } from "./request/handle.ts";

export const jobFilterHandlers = {
  listJobFilters: handle(jobFilterRoutes.listJobFilters, async ({ web, user }) =>
    presentFilters(await listFilters(web, user._id)),
  ),

  saveJobFilter: handle(jobFilterRoutes.saveJobFilter, async ({ web, user, body }) => {
    await saveFilter(web, user._id, body);
    return presentFilters(await listFilters(web, user._id));
  }),

  deleteJobFilter: handle(jobFilterRoutes.deleteJobFilter, async ({ web, user, body }) => {
    await deleteFilter(web, user._id, body.name);
    return presentFilters(await listFilters(web, user._id));
  }),
};
