import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { Problem } from "../../problem.ts";
import { changeJob } from "./change-job.ts";
import { splitAsConfigured } from "./change-split.ts";
import { applyConfigChange, isStructural } from "./config-change.ts";

/** What a training learns from may change only while none runs and none has been finished. */
const BEFORE_TRAINING: readonly JobStatus[] = ["Awaiting Configuration", "Training Failed", "Interrupted"];
/** The files are read (again) after these. */
const BEFORE_READING: readonly JobStatus[] = ["Validation Failed", "Interrupted"];

/**
 * Changes a job's config. How columns look may change at any time, the rest only before it is used.
 * @throws Problem 400 by field and column, 409 when it is too late for the change.
 */
export async function updateConfig(
  platform: Platform,
  jobId: number,
  change: JobConfigChange,
): Promise<JobRecord> {
  const changed = await changeJob(platform, jobId, ({ config, status }) => {
    if (isStructural(change) && !BEFORE_TRAINING.includes(status)) {
      throw new Problem(409, MESSAGES.trainingConfigFixed);
    }
    if (change.data_options !== undefined && !BEFORE_READING.includes(status)) {
      throw new Problem(409, MESSAGES.dataOptionsFixed);
    }
    return { config: applyConfigChange(config, change) };
  });
  const isSplitAnew = change.training?.validation_percentage !== undefined;
  const updated = isSplitAnew ? await splitAsConfigured(platform, changed) : changed;
  platform.publish.config(updated);
  return updated;
}
