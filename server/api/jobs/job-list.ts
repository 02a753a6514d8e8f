/** Handles the calls of the list of jobs: creators to filter by, changes of several jobs, and the filters that people save. */
import { jobFilterRoutes } from "@understudy/shared/api/job-filter.ts";
import { jobListRoutes } from "@understudy/shared/api/job-list.ts";
import { archiveJobs, tagJobs } from "../../commands/jobs/change-jobs.ts";
import { deleteFilter, listFilters, saveFilter } from "../../commands/users/job-filters.ts";
import { presentFilters } from "../../presenters/job-filter.ts";
import { handle } from "../request/handle.ts";
import { loadManagedJobs } from "./load.ts";

/** Everybody who created a job, each with one of the names that stand with their jobs. */
const MAX_CREATORS = 1_000;

export const jobListHandlers = {
  listJobCreators: handle(jobListRoutes.listJobCreators, async ({ web }) => {
    const creators = await web.store.jobs.countBy({}, "creator", { creator: 1 });
    const names = new Map([...creators.keys()].map(({ id, name }) => [id, name]));
    const items = [...names].map(([id, name]) => ({ id, name }));
    return { items: items.sort((a, b) => a.name.localeCompare(b.name, "en")).slice(0, MAX_CREATORS) };
  }),

  archiveJobs: handle(jobListRoutes.archiveJobs, async ({ web, user, body }) => {
    await archiveJobs(web, await loadManagedJobs(web, user, body.ids), body.archived);
    return null;
  }),

  tagJobs: handle(jobListRoutes.tagJobs, async ({ web, user, body }) => {
    await tagJobs(web, await loadManagedJobs(web, user, body.ids), body);
    return null;
  }),
};

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
