import type { JobRecord } from "../../models/job.ts";

/**
 * Tells whether a job is set to train once its simulations are done, and can: a training needs an input that varies.
 */
export const trainsWhenDone = ({ run, config }: Pick<JobRecord, "run" | "config">): boolean =>
  run?.train_when_done === true && config.inputs.some(({ fixed }) => !fixed);
