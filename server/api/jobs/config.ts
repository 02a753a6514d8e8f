import { jobRoutes } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { trainingRoutes } from "@understudy/shared/api/training.ts";
import { findSpan, updateFocusRegions } from "../../commands/jobs/focus-regions.ts";
import { updateConfig } from "../../commands/jobs/update-config.ts";
import { withRealStart } from "../../emulator/real-start.ts";
import { findVerilogA } from "../../exports/verilog-a-of.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import { canDownloadModels, type JobAccess } from "../../policies/job.ts";
import { presentConfig } from "../../presenters/config.ts";
import { handle, type Web } from "../request/handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

const presentFocusRegions = ({ focus_regions, config }: JobRecord) => ({
  regions: focus_regions,
  max_sections: findSpan(config).maxSections,
});

async function present(
  web: Pick<Web, "datasets" | "store">,
  user: User,
  job: JobRecord,
  access: JobAccess,
): Promise<JobConfig> {
  const verilogA = canDownloadModels(user) ? await findVerilogA(web.store, job) : null;
  return presentConfig(await withRealStart(web, job), access, verilogA);
}

export const jobConfigHandlers = {
  getJobConfig: handle(jobRoutes.getJobConfig, async ({ web, user, params }) => {
    const { job, access } = await loadJob(web, user, params.job_id);
    return await present(web, user, job, access);
  }),

  updateJobConfig: handle(jobRoutes.updateJobConfig, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    const job = await updateConfig(web, user, params.job_id, body);
    return await present(web, user, job, access);
  }),

  getFocusRegions: handle(trainingRoutes.getFocusRegions, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return presentFocusRegions(job);
  }),

  updateFocusRegions: handle(trainingRoutes.updateFocusRegions, async ({ web, user, params, body }) => {
    await loadManagedJob(web, user, params.job_id);
    return presentFocusRegions(await updateFocusRegions(web, user, params.job_id, body));
  }),
};
