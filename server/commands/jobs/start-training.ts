import type { JobConfig, TrainingOptions } from "@understudy/shared/api/job-config.ts";
import type { trainBody } from "@understudy/shared/api/training.ts";
import { mergeTraining } from "@understudy/shared/job-config/apply-change.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { type FieldErrors, invalid, notFound } from "../../core/problem.ts";
import { chosenMachine, chosenServer, type TrainingServer } from "../../dispatch/training-lease.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobTransitions, Platform } from "../../platform/platform.ts";
import { isConnected } from "../../policies/resource.ts";
import { onlineResources } from "../resources/resources.ts";
import { splitAsConfigured } from "./change-split.ts";
import { transitionJob } from "./transition-job.ts";

type TrainBody = z.output<typeof trainBody>;

/**
 * Configures the training and starts it, or lets it start once the simulations are done.
 * @throws Problem 400 naming what keeps the job from being trained; 409 when it cannot be from its state.
 */
export async function startTraining(
  platform: JobTransitions,
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

type Choice = Pick<TrainingOptions, "train_on" | "resource_id">;
type Owned = Pick<JobRecord, "creator">;
type Chosen = { readonly server: TrainingServer | null } | { readonly errors: FieldErrors };

/**
 * Chooses where a job is trained; a server of null means the platform. The server must be its creator's own, as no server sees
 * another person's data, connected now, and accept trainings. A machine is chosen before it exists.
 */
export async function chooseTrainingServer(
  platform: Pick<Platform, "store" | "config">,
  { creator }: Owned,
  { train_on, resource_id }: Choice,
): Promise<Chosen> {
  if (train_on === "platform") return { server: null };
  if (train_on === "provision") {
    const { provision } = platform.config;
    if (provision === null) return { errors: { train_on: [MACHINE_MESSAGES.noMachines] } };
    return { server: chosenMachine(provision.machine) };
  }
  if (resource_id === null) {
    const online = await onlineResources(platform, creator.id);
    if (online.every(({ role, machine }) => role === "Simulations" || machine !== null)) {
      return { errors: { train_on: [MESSAGES.noTrainingResources] } };
    }
    return { errors: { resource_id: [MESSAGES.trainingServerRequired] } };
  }
  const resource = await platform.store.resources.findOne({ _id: resource_id });
  const problem = (text: string): Chosen => ({ errors: { resource_id: [text] } });
  // A machine belongs to the training that it was created for.
  if (resource === null || resource.machine !== null) return problem(MESSAGES.noSuchResource(resource_id));
  if (resource.user_id !== creator.id) return problem(MESSAGES.trainingServerOfCreator(creator.name));
  if (resource.role === "Simulations") return problem(MESSAGES.resourceForSimulations(resource.name));
  if (!isConnected(resource, new Date())) return problem(MESSAGES.resourceOffline(resource.name));
  return { server: chosenServer({ id: resource._id, name: resource.name }) };
}

/** @throws Problem 400 naming what is wrong with the choice */
export async function requireTrainingServer(
  platform: Pick<Platform, "store" | "config">,
  job: Owned,
  choice: Choice,
): Promise<TrainingServer | null> {
  const chosen = await chooseTrainingServer(platform, job, choice);
  if ("errors" in chosen) throw invalid(chosen.errors);
  return chosen.server;
}
