import { jobDistributionRoutes } from "@understudy/shared/api/job-distributions.ts";
import { distributedRun, updateDistributions } from "../../commands/jobs/distributions.ts";
import { presentDistributions } from "../../presenters/job-distributions.ts";
import { handle } from "../request/handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

export const jobDistributionHandlers = {
  getJobDistributions: handle(jobDistributionRoutes.getJobDistributions, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return presentDistributions(distributedRun(job), job.revision);
  }),

  updateJobDistributions: handle(
    jobDistributionRoutes.updateJobDistributions,
    async ({ web, user, params, body }) => {
      await loadManagedJob(web, user, params.job_id);
      const job = await updateDistributions(web, params.job_id, body);
      return presentDistributions(distributedRun(job), job.revision);
    },
  ),
};
