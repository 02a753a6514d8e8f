import { samplingRoutes } from "@understudy/shared/api/sampling.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { jobAccess } from "../policies/job.ts";
import { presentSampling } from "../presenters/sampling.ts";
import { notFound } from "../problem.ts";
import { handle } from "./handle.ts";
import { loadJob } from "./jobs/load.ts";

export const samplingHandlers = {
  getSampling: handle(samplingRoutes.getSampling, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    if (job.objective !== "Sampling") throw notFound(MESSAGES.noSampling);
    const { samplings, jobs } = web.store;
    const [record, trainer] = await Promise.all([
      samplings.findOne({ _id: job._id }),
      jobs.findOne({ _id: job.run?.emulator_job_id ?? 0 }),
    ]);
    const isSeen = trainer !== null && jobAccess(user, trainer) !== null;
    return presentSampling(job, record, isSeen ? trainer : null);
  }),
};
