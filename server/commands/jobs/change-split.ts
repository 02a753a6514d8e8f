import { dataSetSizes } from "@understudy/engine/dataset/config.ts";
import { changeSplit } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { isMissing } from "../../files/is-missing.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { changeJob } from "./change-job.ts";

/**
 * Splits a job's rows as its config says, so that the sizes that are shown are those of the stored data sets. To be called when
 * the share of the validation rows may have changed.
 */
export async function splitAsConfigured(platform: Platform, job: JobRecord): Promise<JobRecord> {
  const { validation_percentage } = job.config.training;
  const sizes = await sizesOf(platform.storage.workDir(job._id), validation_percentage);
  if (sizes === null || isSame(sizes, job.config.data_set_sizes)) return job;
  return await changeJob(platform, job._id, ({ config }) => {
    // Whoever has changed the share meanwhile splits the rows again.
    const isCurrent = config.training.validation_percentage === validation_percentage;
    return { config: isCurrent ? { ...config, data_set_sizes: sizes } : config };
  });
}

/** Null where no rows have been read yet. */
async function sizesOf(workDir: string, percentage: number): Promise<JobConfig["data_set_sizes"] | null> {
  try {
    return dataSetSizes(await changeSplit(workDir, percentage));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isSame = (a: JobConfig["data_set_sizes"], b: JobConfig["data_set_sizes"]): boolean =>
  a.combined === b.combined && a.training === b.training && a.validation === b.validation;
