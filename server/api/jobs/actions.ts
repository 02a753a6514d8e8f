import { jobRoutes } from "@understudy/shared/api/job.ts";
import type { JobTrigger } from "@understudy/shared/domain/job.ts";
import { transitionJob } from "../../commands/jobs/transition-job.ts";
import { presentJob } from "../../presenters/job.ts";
import { type Handler, handle } from "../handle.ts";
import { loadManagedJob } from "./load.ts";

type ActionRoute = typeof jobRoutes.pauseJob;

/** A button of the status banner: the job moves along one arrow, or the answer is 409. */
const action = (route: ActionRoute, trigger: JobTrigger): Handler =>
  handle(route, async ({ web, user, params }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await transitionJob(web, params.job_id, trigger), access);
  });

export const jobActionHandlers = {
  pauseJob: action(jobRoutes.pauseJob, "pause"),
  resumeJob: action(jobRoutes.resumeJob, "resume"),
  retryJob: action(jobRoutes.retryJob, "retry"),
  extendJob: action(jobRoutes.extendJob, "extend"),
};
