import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import type { SpecVersionRecord } from "../../models/spec.ts";
import type { User } from "../../models/user.ts";
import type { Records } from "../../platform/platform.ts";
import { canSeeJob } from "../../policies/job.ts";
import { isConnected, problemOfVersionOn, usableBy } from "../../policies/resource.ts";

/** Why simulations of this spec cannot run on a server now; null: they can. @param server null: the person may use none of this id */
export function serverProblem(
  server: ResourceRecord | null,
  version: SpecVersionRecord,
  id: number,
  now: Date,
): string | null {
  if (server === null) return MESSAGES.noSuchResource(id);
  if (!isConnected(server, now)) return MESSAGES.resourceOffline(server.name);
  const problem = problemOfVersionOn(server, version);
  if (problem !== null) return problem;
  return server.role === "Training" ? MESSAGES.resourceForTraining(server.name) : null;
}

/** The chosen servers must be the creator's own or shared, connected now, and accept simulations of this spec. */
export async function checkResources(
  { store }: Records,
  creator: User,
  version: SpecVersionRecord,
  body: GivenSpecJob,
): Promise<JobErrors> {
  const { field } = OBJECTIVE_TRAITS[body.objective].resources;
  const chosen = body[field];
  const serverIds =
    chosen?.type === "server"
      ? [chosen.id]
      : chosen?.type === "servers"
        ? chosen.servers.map(({ id }) => id)
        : [];
  if (serverIds.length === 0) return {};
  const servers = await store.resources.find({ _id: { $in: serverIds }, ...usableBy(creator._id) });
  const now = new Date();
  const problems = serverIds.flatMap((id) => {
    const server = servers.find(({ _id }) => _id === id) ?? null;
    return serverProblem(server, version, id, now) ?? [];
  });
  return problems.length > 0 ? { [field]: problems } : {};
}

/** An emulator that stands in for simulations must be one of the same spec. */
export async function checkEmulatorJob(
  { store }: Records,
  creator: User,
  version: SpecVersionRecord,
  { emulator_job_id }: GivenSpecJob,
): Promise<JobErrors> {
  if (emulator_job_id === null) return {};
  const job = await store.jobs.findOne({ _id: emulator_job_id });
  if (job === null || !canSeeJob(creator, job)) return { emulator_job_id: [MESSAGES.jobNotFound] };
  if (job.emulator_version === 0 || job.emulator_stage === "withdrawn")
    return { emulator_job_id: [MESSAGES.noEmulator(job.name)] };
  if (job.emulator_stage === "provisional")
    return { emulator_job_id: [MESSAGES.provisionalEmulator(job.name)] };
  const isOfVersion =
    version.data_job_id === null ? job.spec_id === version.spec_id : job._id === version.data_job_id;
  return isOfVersion ? {} : { emulator_job_id: [MESSAGES.emulatorOfOtherSpec(job.name)] };
}
