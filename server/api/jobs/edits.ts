import { jobEditRoutes } from "@understudy/shared/api/job-edit.ts";
import { changeJob } from "../../commands/jobs/change-job.ts";
import { replaceFiles } from "../../commands/jobs/replace-files.ts";
import { presentJob } from "../../presenters/job.ts";
import { handle } from "../request/handle.ts";
import { loadManagedJob } from "./load.ts";

export const jobEditHandlers = {
  editJob: handle(jobEditRoutes.editJob, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    const changed = await changeJob(web, params.job_id, (job) => ({
      name: body.name ?? job.name,
      description: body.description ?? job.description,
    }));
    return presentJob(changed, access);
  }),

  replaceJobFiles: handle(jobEditRoutes.replaceJobFiles, async ({ web, user, params, body }) => {
    const { job, access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await replaceFiles(web, user, job, body), access);
  }),
};
