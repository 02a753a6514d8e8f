import type { JobRecord } from "../../models/job.ts";

/** Whether a job was told to train once its simulations are done, and can: where nothing varies there is nothing to train on. */
export const trainsWhenDone = ({ run, config }: Pick<JobRecord, "run" | "config">): boolean =>
  run?.train_when_done === true && config.inputs.some(({ fixed }) => !fixed);
