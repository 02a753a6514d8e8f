/** The fair order of the jobs that wait for a runner. */
import { availableParallelism } from "node:os";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import {
  estimateTraining,
  type TrainingEstimate,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import type { JobRecord } from "../../models/job.ts";

/** A training that is expected to take no longer (seconds) starts beside a long one. */
const SHORT_SECONDS = 60;
/**
 * Of two trainings the shorter one goes first, unless the longer one was requested so many times the difference of their expected
 * times earlier: however many short ones come, it waits no longer for them than that.
 */
const PATIENCE = 2;

type Sized = Pick<JobRecord, "config">;

/** What a job's training is expected to take on this machine once it starts. */
export const expectedTraining = ({ config }: Sized): TrainingEstimate =>
  estimateTraining(
    trainingSize(config, config.data_set_sizes.combined),
    config.training.effort,
    availableParallelism(),
  );

/** The turn of a job that enters a queue now. Its order is a time, in seconds since 1970, so that nothing has to be aged later. */
export function turnOf(
  job: Sized,
  status: JobStatus,
  now = new Date(),
): Pick<JobRecord["work"], "order" | "is_short"> {
  const requested = now.getTime() / 1000;
  if (status !== "Pending Training") return { order: requested, is_short: false };
  const { likely } = expectedTraining(job);
  return { order: requested + PATIENCE * likely, is_short: likely <= SHORT_SECONDS };
}
