import type { TrainingOptions } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { chosenMachine, chosenServer, type TrainingServer } from "../../dispatch/training-lease.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { isConnected } from "../../policies/resource.ts";
import { type FieldErrors, invalid } from "../../problem.ts";
import { onlineResources } from "../resources/resources.ts";

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
    if (provision === null) return { errors: { train_on: [MESSAGES.noMachines] } };
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
