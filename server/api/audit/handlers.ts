import { auditRoutes } from "@understudy/shared/api/audit.ts";
import { loadJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";
import { entriesOfJob, listEntries, matchingEntries } from "./list.ts";

export const auditHandlers = {
  listAudit: handle(auditRoutes.listAudit, ({ web, query }) =>
    listEntries(web.store, matchingEntries(query), query),
  ),

  listJobActivity: handle(auditRoutes.listJobActivity, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await listEntries(web.store, entriesOfJob(job._id), query);
  }),
};
