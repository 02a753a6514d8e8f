/** Jobs that train by themselves, with the default settings, once their simulations are done. */

import { awaitsSimulations } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { changeJob } from "./change-job.ts";

/** @throws Problem 409 for a job that has no simulations, or whose simulations are done. */
export function setTrainWhenDone(
  platform: LiveRecords,
  jobId: number,
  train_when_done: boolean,
): Promise<JobRecord> {
  return changeJob(platform, jobId, ({ run, objective, status }) => {
    if (run === null || !OBJECTIVE_TRAITS[objective].hasTraining || !awaitsSimulations(status))
      throw new Problem(409, MESSAGES.trainsLaterOnly);
    return { run: { ...run, train_when_done } };
  });
}
