import { jobRoutes } from "@understudy/shared/api/job.ts";
import { spanOf, updateFocusRegions } from "../../commands/jobs/focus-regions.ts";
import { updateConfig } from "../../commands/jobs/update-config.ts";
import { withRealStart } from "../../emulator/real-start.ts";
import type { JobRecord } from "../../models/job.ts";
import { presentConfig } from "../../presenters/config.ts";
import { handle } from "../handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

const presentFocusRegions = ({ focus_regions, config }: JobRecord) => ({
  regions: focus_regions,
  max_sections: spanOf(config).maxSections,
});

export const jobConfigHandlers = {
  getJobConfig: handle(jobRoutes.getJobConfig, async ({ web, user, params }) => {
    const { job, access } = await loadJob(web, user, params.job_id);
    return presentConfig(await withRealStart(web, job), access);
  }),

  updateJobConfig: handle(jobRoutes.updateJobConfig, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    const job = await updateConfig(web, params.job_id, body);
    return presentConfig(await withRealStart(web, job), access);
  }),

  getFocusRegions: handle(jobRoutes.getFocusRegions, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return presentFocusRegions(job);
  }),

  updateFocusRegions: handle(jobRoutes.updateFocusRegions, async ({ web, user, params, body }) => {
    await loadManagedJob(web, user, params.job_id);
    return presentFocusRegions(await updateFocusRegions(web, params.job_id, body.regions));
  }),
};
