import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { trainBody } from "@understudy/shared/api/training.ts";
import { mergeTraining } from "@understudy/shared/job-config/apply-change.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { z } from "zod";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { type FieldErrors, invalid, notFound } from "../../problem.ts";
import { splitAsConfigured } from "./change-split.ts";
import { chooseTrainingServer } from "./training-server.ts";
import { transitionJob } from "./transition-job.ts";

type TrainBody = z.output<typeof trainBody>;

/**
 * Configures the training and starts it, or lets it start once the simulations are done.
 * @throws Problem 400 naming what keeps the job from being trained; 409 when it cannot be from its state.
 */
export async function startTraining(
  platform: Platform,
  jobId: number,
  trigger: "start-training" | "configure-training",
  request: TrainBody,
): Promise<JobRecord> {
  const current = await platform.store.jobs.findOne({ _id: jobId });
  if (current === null) throw notFound(MESSAGES.jobNotFound);
  const chosen = await chooseTrainingServer(platform, current, mergeTraining(current.config, request));
  const started = await transitionJob(platform, jobId, trigger, {
    change: ({ config }) => {
      const errors = { ...findProblems(config), ...("errors" in chosen ? chosen.errors : {}) };
      if ("errors" in chosen || Object.keys(errors).length > 0) throw invalid(errors);
      return {
        config: { ...config, has_been_configured: true, training: mergeTraining(config, request) },
        training_server: chosen.server,
      };
    },
  });
  const updated = await splitAsConfigured(platform, started);
  platform.publish.config(updated);
  return updated;
}

function findProblems({ inputs, emulator_outputs }: JobConfig): FieldErrors {
  const errors: FieldErrors = {};
  if (inputs.every(({ fixed }) => fixed)) errors.inputs = [MESSAGES.nothingVaries];
  if (emulator_outputs.length === 0) errors.outputs = [MESSAGES.nothingToEmulate];
  return errors;
}
