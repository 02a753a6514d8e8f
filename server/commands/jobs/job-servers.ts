/** The servers on which a job's simulations may run. */
import type { JobServer } from "@understudy/shared/api/job-servers.ts";
import { isSimulating } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform, Records } from "../../platform/platform.ts";
import { isConnected, isWithdrawnFrom, usableBy } from "../../policies/resource.ts";
import { serverProblem } from "../resources/check-places.ts";
import { changeJob } from "./change-job.ts";

/** In the order in which they were chosen. A server that was never connected, or is no longer known, is left out. */
export async function listJobServers(
  { store }: Records,
  { run, creator }: Pick<JobRecord, "run" | "creator">,
): Promise<JobServer[]> {
  const ids = run?.resources.map(({ id }) => id) ?? [];
  if (ids.length === 0) return [];
  const records = await store.resources.find({ _id: { $in: ids } });
  const now = new Date();
  return ids.flatMap((id) => {
    const record = records.find(({ _id }) => _id === id);
    if (record === undefined) return [];
    const { name, last_seen } = record;
    const is_withdrawn = isWithdrawnFrom(creator.id, record);
    return [
      { id, name, is_connected: isConnected(record, now), is_withdrawn, last_seen: last_seen.toISOString() },
    ];
  });
}

type AddedServer = { readonly id: number; readonly concurrent_simulations: number };

/**
 * Simulations that wait may run on this server too, from now on.
 * @throws Problem 400 when it is not a connected server that the job's creator may use and that simulates the spec, 409 when the job runs none
 */
export async function addJobServer(
  platform: Pick<Platform, "store" | "publish" | "wakeUps">,
  { _id, run, status, creator, spec_version_id }: JobRecord,
  added: AddedServer,
): Promise<JobRecord> {
  const { store, wakeUps } = platform;
  const version = await store.specVersions.findOne({ _id: spec_version_id ?? 0 });
  if (run === null || run.resources.length === 0 || !isSimulating(status) || version === null)
    throw new Problem(409, MESSAGES.runsNoSimulations);
  const server = await store.resources.findOne({ _id: added.id, ...usableBy(creator.id) });
  const problem = serverProblem(server, version, added.id, new Date());
  if (problem !== null) throw invalid({ id: [problem] });
  const job = await changeJob(platform, _id, ({ run: latest }) => {
    if (latest === null) throw new Problem(409, MESSAGES.runsNoSimulations);
    const remaining = latest.resources.filter(({ id }) => id !== added.id);
    return { run: { ...latest, resources: [...remaining, added] } };
  });
  wakeUps.notifyWork(_id);
  return job;
}
