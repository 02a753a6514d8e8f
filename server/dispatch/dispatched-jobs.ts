/** Jobs whose simulations are leased to servers, and to which servers. */
import type { Flow } from "@understudy/engine/dispatch/fair-shares.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import type { z } from "zod";
import { jobId, jobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";
import { userWeight } from "../models/user.ts";
import { problemOfVersionOn } from "../policies/resource.ts";
import type { ConnectedServer } from "./connected-server.ts";

/** The statuses in which a job's simulations are leased. */
export const DISPATCHED_STATUSES = ["Running", "Verifying"] as const satisfies readonly JobStatus[];

export const isDispatched = (status: JobStatus): boolean =>
  DISPATCHED_STATUSES.some((dispatched) => dispatched === status);

const dispatchedJob = jobRecord.pick({ _id: true, run: true, spec_version_id: true, creator: true });
type DispatchedRecord = z.infer<typeof dispatchedJob>;
export type DispatchedJob = {
  readonly id: number;
  readonly specVersionId: number;
  /** The creator, and their weight among those who compete for servers. */
  readonly flow: Flow;
  readonly variables: NonNullable<DispatchedRecord["run"]>["variables"];
  /**
   * The number of the job's simulations that each server may have at a time, by the server's id; other servers may
   * have none.
   */
  readonly concurrency: ReadonlyMap<number, number>;
};

/** Reads how many simulations of other people each shared server may have at a time, by the server's id. */
export async function readGuestLimits(
  { resources }: Pick<Store, "resources">,
  servers: readonly ConnectedServer[],
): Promise<ReadonlyMap<number, number>> {
  const shared = await resources.find({ _id: { $in: servers.map(({ id }) => id) }, sharing: { $ne: null } });
  return new Map(shared.map(({ _id, sharing }) => [_id, sharing?.limit ?? 0]));
}

/** The jobs that chose one of the servers, which are their creators' own or shared. */
export async function dispatchedJobs(
  { jobs, specVersions, users }: Store,
  servers: readonly ConnectedServer[],
  guestLimits: ReadonlyMap<number, number>,
): Promise<DispatchedJob[]> {
  const ids = servers.map(({ id }) => id);
  const jobRecords = await jobs.find(
    { "run.resources.id": { $in: ids }, status: { $in: [...DISPATCHED_STATUSES] } },
    {},
    dispatchedJob,
  );
  const weights = await readWeights(users, jobRecords);
  const canRun = await whoTakes(specVersions, servers, jobRecords);
  return jobRecords.flatMap(({ _id, run, spec_version_id, creator }) => {
    if (run === null || spec_version_id === null) return [];
    const eligibleServers = servers.filter(
      (server) =>
        (server.userId === creator.id || guestLimits.has(server.id)) && canRun(server, spec_version_id),
    );
    const eligibleIds = new Set(eligibleServers.map(({ id }) => id));
    const chosen = run.resources.filter(({ id }) => eligibleIds.has(id));
    const concurrency = new Map(chosen.map((resource) => [resource.id, resource.concurrent_simulations]));
    return concurrency.size === 0
      ? []
      : [
          {
            ...{
              id: _id,
              specVersionId: spec_version_id,
              flow: { person: creator.id, weight: weights.get(creator.id) ?? 1 },
            },
            ...{ variables: run.variables, concurrency },
          },
        ];
  });
}

/** The weights of the jobs' creators; of one alone it does not matter. */
async function readWeights(
  users: Store["users"],
  jobs: readonly DispatchedRecord[],
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(jobs.map(({ creator }) => creator.id))];
  if (ids.length < 2) return new Map();
  const weights = await users.find({ _id: { $in: ids } }, {}, userWeight);
  return new Map(weights.map(({ _id, queue_weight }) => [_id, queue_weight]));
}

/** Those of the jobs whose simulations are leased at this moment. */
export async function stillDispatched({ jobs }: Store, ids: readonly number[]): Promise<Set<number>> {
  const running = { _id: { $in: [...ids] }, status: { $in: [...DISPATCHED_STATUSES] } };
  return new Set((await jobs.find(running, {}, jobId)).map(({ _id }) => _id));
}

/** A server that takes only some specs may have been chosen when it took more, before it was restarted under the same name. */
async function whoTakes(
  specVersions: Store["specVersions"],
  servers: readonly ConnectedServer[],
  jobs: readonly DispatchedRecord[],
): Promise<(server: ConnectedServer, version: number) => boolean> {
  const takesAll = ({ only = null }: ConnectedServer) => only === null;
  if (jobs.length === 0 || servers.every(takesAll)) return takesAll;
  const ids = jobs.flatMap(({ spec_version_id }) => spec_version_id ?? []);
  const versions = await specVersions.find({ _id: { $in: ids } });
  const versionsById = new Map(versions.map((version) => [version._id, version]));
  return (server, id) => {
    const version = versionsById.get(id);
    const { name, only = null } = server;
    return (
      takesAll(server) || (version !== undefined && problemOfVersionOn({ name, only }, version) === null)
    );
  };
}
