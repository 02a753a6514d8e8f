import { samplingRoutes } from "@understudy/shared/api/sampling.ts";
import { jobAccess } from "../policies/job.ts";
import { presentSampling } from "../presenters/sampling.ts";
import { loadJobWithResult } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";

export const samplingHandlers = {
  getSampling: handle(samplingRoutes.getSampling, async ({ web, user, params }) => {
    const job = await loadJobWithResult(web, user, params.job_id, "Sampling");
    const { samplings, jobs } = web.store;
    const [record, trainer] = await Promise.all([
      samplings.findOne({ _id: job._id }),
      jobs.findOne({ _id: job.run?.emulator_job_id ?? 0 }),
    ]);
    const isSeen = trainer !== null && jobAccess(user, trainer) !== null;
    return presentSampling(job, record, isSeen ? trainer : null);
  }),
};
