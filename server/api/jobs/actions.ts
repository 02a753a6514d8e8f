import { jobRoutes } from "@understudy/shared/api/job.ts";
import type { JobTrigger } from "@understudy/shared/domain/job.ts";
import { type JobChange, transitionJob } from "../../commands/jobs/transition-job.ts";
import type { User } from "../../models/user.ts";
import { presentJob } from "../../presenters/job.ts";
import { type Handler, handle } from "../request/handle.ts";
import { loadManagedJob } from "./load.ts";

type ActionRoute = typeof jobRoutes.pauseJob;

/**
 * A button of the status banner: the job moves along one arrow, or the answer is 409.
 * @param change what is stored of the person who pressed it
 */
const action = (
  route: ActionRoute,
  trigger: JobTrigger,
  change: (user: User) => JobChange = () => ({}),
): Handler =>
  handle(route, async ({ web, user, params }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(
      await transitionJob(web, params.job_id, trigger, { change: () => change(user) }),
      access,
    );
  });

export const jobActionHandlers = {
  pauseJob: action(jobRoutes.pauseJob, "pause", ({ _id, name }) => ({ interrupted_by: { id: _id, name } })),
  resumeJob: action(jobRoutes.resumeJob, "resume"),
  retryJob: action(jobRoutes.retryJob, "retry"),
  extendJob: action(jobRoutes.extendJob, "extend"),
};
