import { isDeepStrictEqual } from "node:util";
import { dataSetSizes } from "@understudy/engine/dataset/config.ts";
import type { SplitOptions } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { changeSplitInThread } from "@understudy/engine/dataset/storage/split-in-thread.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { isMissing } from "../../files/is-missing.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecordsAndFiles } from "../../platform/platform.ts";
import { changeJob } from "./change-job.ts";

/**
 * Splits a job's rows as its config says, so that the sizes that are shown are those of the stored data sets. To be called when
 * the share of the validation rows, or the grouping, may have changed.
 */
export async function splitAsConfigured(platform: LiveRecordsAndFiles, job: JobRecord): Promise<JobRecord> {
  const split = splitOptions(job.config);
  const sets = await describeSets(platform.storage.workDir(job._id), split);
  if (sets === null || isDeepStrictEqual(sets, pickSets(job.config))) return job;
  return await changeJob(platform, job._id, ({ config }) => {
    // Whoever has changed the options meanwhile splits the rows again.
    const isCurrent = isDeepStrictEqual(splitOptions(config), split);
    return { config: isCurrent ? { ...config, ...sets } : config };
  });
}

/** Reads the options by which the rows of a job are split. */
export const splitOptions = ({ training }: Pick<JobConfig, "training">): SplitOptions => ({
  validationPercentage: training.validation_percentage,
  groupBy: training.group_by,
});

type Sets = Pick<JobConfig, "data_set_sizes" | "row_groups">;

const pickSets = ({ data_set_sizes, row_groups }: JobConfig): Sets => ({ data_set_sizes, row_groups });

/** Null where no rows have been read yet. */
async function describeSets(workDir: string, split: SplitOptions): Promise<Sets | null> {
  try {
    const meta = await changeSplitInThread(workDir, split);
    return { data_set_sizes: dataSetSizes(meta), row_groups: meta.grouping?.groups ?? null };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
