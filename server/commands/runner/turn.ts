/** The fair order of the jobs that wait for a runner. */
import { availableParallelism } from "node:os";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import {
  isShortTraining,
  referenceSeconds,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import type { JobRecord } from "../../models/job.ts";

/**
 * The shorter of two trainings goes first, unless the longer one was requested so many times the difference of their expected
 * times earlier: however many short ones come, it waits no longer for them than that.
 */
const MAX_WAIT_PER_TIME_DIFFERENCE = 2;

type Sized = Pick<JobRecord, "config">;

/** The turn of a job that enters a queue now. Its order is a time, in seconds since 1970, so that nothing has to be aged later. */
export function assignTurn(
  job: Sized,
  status: JobStatus,
  now = new Date(),
): Pick<JobRecord["work"], "order" | "is_short" | "queued_time"> {
  const requested = now.getTime() / 1000;
  if (status !== "Pending Training") return { order: requested, is_short: false, queued_time: now };
  // By the reference machine, so that the order does not depend on the load at the moment of each request.
  const { config } = job;
  const size = trainingSize(config, config.data_set_sizes.combined);
  const seconds = referenceSeconds(size, config.training.effort, availableParallelism());
  return {
    order: requested + MAX_WAIT_PER_TIME_DIFFERENCE * seconds,
    is_short: isShortTraining(seconds),
    queued_time: now,
  };
}
