/** The number of rows that a training will have, as far as it is known. */

import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { TrainingEffort } from "@understudy/shared/domain/job.ts";
import { effortTimeText, TRAINING_SECONDS } from "@understudy/shared/domain/training-effort.ts";
import type { TrainingSpeed } from "@understudy/shared/domain/training-speed.ts";
import {
  estimateText,
  estimateTraining,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import { countText } from "@understudy/shared/number-text.ts";

type SimulationFacts = Pick<Job, "has_simulations" | "simulation_counts">;
type DataSizes = Pick<JobConfig, "data_set_sizes">;

/** The number of simulations that make the rows, each one, before these are read; null for rows that are known. */
function pendingCounts(
  job: SimulationFacts,
  { data_set_sizes }: DataSizes,
): NonNullable<Job["simulation_counts"]> | null {
  if (!job.has_simulations || data_set_sizes.combined > 0) return null;
  return job.simulation_counts ?? { planned: 0, running: 0, complete: 0, failed: 0 };
}

/** Formats `120 rows`, or `a row for each simulation: 37 of 200 so far`. */
export function rowsText(job: SimulationFacts, config: DataSizes): string {
  const pending = pendingCounts(job, config);
  if (pending === null) return counted(config.data_set_sizes.combined, "row");
  const { complete, planned } = pending;
  if (planned === 0) return "a row for each simulation";
  return `a row for each simulation: ${countText(complete)} of ${countText(planned)} so far`;
}

/** Formats `about 24 of 120`, `about 12 of 60 groups, each whole`, or `about 40, if all 200 simulations succeed`. */
export function validationText(
  job: SimulationFacts,
  config: DataSizes & Pick<JobConfig, "training" | "row_groups">,
): string {
  const pending = pendingCounts(job, config);
  const percentage = config.training.validation_percentage;
  const share = (rows: number): string => countText(Math.round((rows * percentage) / 100));
  if (pending === null) {
    const { combined } = config.data_set_sizes;
    const groups = config.row_groups?.count;
    if (groups !== undefined) return `about ${share(groups)} of ${counted(groups, "group")}, each whole`;
    return `about ${share(combined)} of ${countText(combined)}`;
  }
  const { planned, failed } = pending;
  if (planned === 0) return `${percentage}% of the simulations that succeed`;
  const left = planned - failed;
  return failed === 0
    ? `about ${share(planned)}, if all ${counted(planned, "simulation")} succeed`
    : `about ${share(left)}, if the other ${counted(left, "simulation")} succeed`;
}

/** The number of rows that the training will have, those held out included; null while it is not known. */
export function countExpectedRows(job: SimulationFacts, config: DataSizes): number | null {
  const pending = pendingCounts(job, config);
  if (pending === null) return config.data_set_sizes.combined || null;
  return Math.max(0, pending.planned - pending.failed) || null;
}

/** Formats `Takes about 10 to 25 seconds for these 768 rows`. @param speed null: it is not known yet */
export function effortTime(
  job: SimulationFacts,
  config: JobConfig,
  effort: TrainingEffort,
  { cores, speed }: { readonly cores: number; readonly speed: TrainingSpeed | null },
): string {
  const rows = countExpectedRows(job, config);
  if (rows === null || speed === null) return `At most ${effortTimeText(TRAINING_SECONDS[effort])}`;
  const estimate = estimateTraining(trainingSize(config, rows), effort, cores, speed);
  const determiner = pendingCounts(job, config) === null ? "these " : "";
  return `Takes ${estimateText(estimate)} for ${determiner}${counted(rows, "row")}`;
}
