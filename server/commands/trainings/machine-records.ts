/** The records of machines that are created for trainings: from before a machine exists until it is gone. */

import { NO_MACHINE_YET } from "../../dispatch/training-lease.ts";
import type { Filter } from "../../models/collection.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { changeJob } from "../jobs/change-job.ts";
import { outcome } from "../runner/outcome.ts";
import { advanceQueue } from "../runner/turn.ts";
import { PHASE_STATUSES } from "../runner/work.ts";

/** Jobs that are to be trained on a machine, whether they have one or not. */
const ON_MACHINES: Filter<typeof jobRecord> = {
  status: { $in: [...PHASE_STATUSES.training] },
  "training_server.is_machine": true,
};

/**
 * The jobs that wait for a machine, the next one first: those that have none, and those whose machine nobody knows any more.
 * @param machines all that there are
 */
export async function findJobsWithoutMachine(
  { store }: Records,
  machines: readonly MachineRecord[],
): Promise<JobRecord[]> {
  const ids = machines.map(({ _id }) => _id);
  return await store.jobs.find(
    { ...ON_MACHINES, "training_server.id": { $nin: ids }, "training_server.lease_until": null },
    { sort: { "work.order": 1 } },
  );
}

/** Finds the machines that could not be deleted the last time, or cannot be with this configuration. */
export const findStuckMachines = async ({ store }: Records): Promise<MachineRecord[]> =>
  await store.machines.find({ release_problem: { $ne: null } }, { sort: { _id: 1 } });

/** True: the machine has work to do, or a training that was stopped still brings its emulator. */
export function isMachineWanted(job: JobRecord | null, machine: Pick<MachineRecord, "_id">): boolean {
  const server = job?.training_server ?? null;
  if (job === null || server?.id !== machine._id) return false;
  return PHASE_STATUSES.training.some((status) => status === job.status) || server.lease_until !== null;
}

/**
 * Gives a job a machine that is still to be created.
 * @returns null: the job is no longer to be trained on one
 */
export async function assignMachine(
  platform: LiveRecords,
  job: JobRecord,
  label: string,
): Promise<MachineRecord | null> {
  const { store } = platform;
  const _id = await store.nextId("resources");
  const now = new Date();
  const machine = await store.machines.insert({
    _id,
    job_id: job._id,
    user_id: job.creator.id,
    name: `understudy-${store.installationId}-${_id}`,
    label,
    place: null,
    phase: "creating",
    phase_time: now,
    created_time: now,
    start_until: null,
    instance: null,
    release_problem: null,
  });
  await insertServer(platform, machine);
  const previousId = job.training_server?.id ?? NO_MACHINE_YET;
  const only = { ...ON_MACHINES, "training_server.id": previousId, "work.ticket": job.work.ticket };
  // First of all: if this process dies in between, the job still has the charge by which the queue is advanced again.
  await advanceQueue(store, job);
  const assigned = await outcome(() =>
    changeJob(
      platform,
      job._id,
      ({ training_server, work }) => ({
        training_server: training_server && { ...training_server, id: _id },
        work: { ...work, charge: 0 },
      }),
      only,
    ),
  );
  if (assigned === "applied") return machine;
  await removeMachine(platform, machine);
  return null;
}

/** The server that the machine's client will be. Another one of the same name gives way to none. */
async function insertServer({ store }: LiveRecords, machine: MachineRecord): Promise<void> {
  const { _id, user_id, job_id, label } = machine;
  const server: ResourceRecord = {
    _id,
    user_id,
    name: `${label} (job ${job_id})`,
    role: "Training",
    cores: 1,
    allowed: 1,
    running: 0,
    client_version: "",
    platform: "",
    only: null,
    instance: "",
    connection_id: null,
    last_seen: machine.created_time,
    infrastructure_failures: 0,
    sharing: null,
    withdrawn_time: null,
    queue: null,
    machine: { job_id, label },
  };
  await store.resources.insert(server).catch(async (error: unknown) => {
    if (!isDuplicate(error)) throw error;
    await store.resources.insert({ ...server, name: `${label} (job ${job_id}, machine ${_id})` });
  });
}

/** The machine is gone. */
export async function removeMachine({ store, publish }: LiveRecords, { _id }: MachineRecord): Promise<void> {
  const server = await store.resources.findOne({ _id });
  await store.resources.remove({ _id });
  if (server !== null) publish.resourceLeft(server);
  await store.machines.remove({ _id });
}
