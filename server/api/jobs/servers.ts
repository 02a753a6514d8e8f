import { jobServerRoutes } from "@understudy/shared/api/job-servers.ts";
import { addJobServer, listJobServers } from "../../commands/jobs/job-servers.ts";
import { presentJob } from "../../presenters/job.ts";
import { handle } from "../request/handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

export const jobServerHandlers = {
  getJobServers: handle(jobServerRoutes.getJobServers, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return { items: await listJobServers(web, job) };
  }),

  addJobServer: handle(jobServerRoutes.addJobServer, async ({ web, user, params, body }) => {
    const { job, access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await addJobServer(web, job, body), access);
  }),
};
