import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { JobRecord } from "../../models/job.ts";

const BEFORE_TRAINING: readonly JobStatus[] = ["Awaiting Configuration", "Training Failed", "Interrupted"];

/**
 * Tells whether the data that a training learns from may change: while none runs and none has been finished. While the first simulations
 * run it may until the training is configured; later ones belong to an emulator that exists.
 */
export const isBeforeTraining = ({ status, objective, config }: JobRecord): boolean =>
  BEFORE_TRAINING.includes(status) ||
  (status === "Running" && OBJECTIVE_TRAITS[objective].hasTraining && !config.has_been_configured);
