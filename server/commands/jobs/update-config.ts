import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecordsAndFiles } from "../../platform/platform.ts";
import { isBeforeTraining } from "./before-training.ts";
import { changeJob } from "./change-job.ts";
import { splitAsConfigured } from "./change-split.ts";

/** The files are read, or can be read again, after these; the data of a job from a spec can be prepared again. */
const BEFORE_READING: readonly JobStatus[] = ["Validation Failed", "Interrupted"];
const canBeRead = ({ status }: JobRecord): boolean =>
  BEFORE_READING.includes(status) || status === "Awaiting Configuration";

/**
 * Changes a job's config. How columns look may change at any time, the rest only before it is used.
 * @throws Problem 400 by field and column, 409 when it is too late for the change.
 */
export async function updateConfig(
  platform: LiveRecordsAndFiles,
  jobId: number,
  change: JobConfigChange,
): Promise<JobRecord> {
  const changed = await changeJob(platform, jobId, (job) => {
    const { config } = job;
    if (isStructural(change) && !isBeforeTraining(job)) {
      throw new Problem(409, MESSAGES.trainingConfigFixed);
    }
    if (change.data_options !== undefined && !canBeRead(job)) {
      throw new Problem(409, MESSAGES.dataOptionsFixed);
    }
    const { config: next, errors } = applyConfigChange(config, change);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { config: next };
  });
  const { validation_percentage, group_by } = change.training ?? {};
  const isSplitAnew = validation_percentage !== undefined || group_by !== undefined;
  const updated = isSplitAnew ? await splitAsConfigured(platform, changed) : changed;
  platform.publish.config(updated);
  return updated;
}

/** Tells whether a change touches the data that a training learns from, rather than only their display. */
function isStructural({ inputs = [], outputs = [], coordinate_name, training }: JobConfigChange): boolean {
  return (
    coordinate_name !== undefined ||
    training !== undefined ||
    inputs.some(({ type, fixed }) => type !== undefined || fixed !== undefined) ||
    outputs.some((output) => output.coordinate_name !== undefined || output.ignored !== undefined)
  );
}
