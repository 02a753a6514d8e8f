import { PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { DISPATCHED_STATUSES } from "../../dispatch/dispatched-jobs.ts";
import type { JobRecord } from "../../models/job.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import { isConnected, isWithdrawnFrom } from "../../policies/resource.ts";
import { type NotifyPlatform, sendNotification } from "./notify.ts";
import { recipient } from "./settings.ts";

/** A server whose network connection was cut is back sooner. */
const LOST_MS = 30_000;
/** A job that has waited for longer was notified of, or began to wait before there were such notifications. */
const NOTIFIED_MS = 60 * 60 * 1000;

/**
 * Notifies the creators of jobs whose simulations wait because each of their servers is disconnected or not shared any
 * more: once for each loss.
 */
export async function notifyOfLostServers(platform: NotifyPlatform, now: Date): Promise<void> {
  const { resources, jobs } = platform.store;
  const lost = { $gte: new Date(now.getTime() - NOTIFIED_MS), $lte: new Date(now.getTime() - LOST_MS) };
  const servers = await resources.find({ $or: [{ last_seen: lost }, { withdrawn_time: lost }] });
  const missing = servers.filter((server) => !isConnected(server, now) || server.sharing === null);
  if (missing.length === 0) return;
  const waiting = await jobs.find({
    "run.resources.id": { $in: missing.map(({ _id }) => _id) },
    status: { $in: [...DISPATCHED_STATUSES] },
  });
  for (const job of waiting) await notifyLostServers(platform, job, now);
}

async function notifyLostServers(platform: NotifyPlatform, job: JobRecord, now: Date): Promise<void> {
  const { resources, jobs, simulations } = platform.store;
  const { _id: job_id, name: job_name, status, creator } = job;
  const ids = job.run?.resources.map(({ id }) => id) ?? [];
  const servers = await resources.find({ _id: { $in: ids } }, { sort: { _id: 1 } });
  const lostTime = findLossTime(servers, creator.id, now);
  if (lostTime === null || now.getTime() - lostTime.getTime() < LOST_MS) return;
  if (job.servers_lost_time?.getTime() === lostTime.getTime()) return;
  const count = await simulations.count({ job_id, status: { $in: [...PENDING_STATUSES] } });
  if (count === 0) return;
  // Of several runners one makes this change: it notifies.
  const unnotified = { _id: job_id, servers_lost_time: { $ne: lostTime } };
  if ((await jobs.updateAll(unnotified, { servers_lost_time: lostTime })) === 0) return;
  const user = await recipient(platform, creator.id);
  if (user === null) return;
  const isWithdrawn = (server: ResourceRecord) => isWithdrawnFrom(creator.id, server);
  const collectNames = (some: readonly ResourceRecord[]) => some.map(({ name }) => name);
  const [gone, withdrawn] = [
    servers.filter((server) => !isWithdrawn(server)),
    servers.filter((server) => isWithdrawn(server)),
  ];
  await sendNotification(platform, {
    _id: `${job_id}-servers-${lostTime.getTime()}`,
    ...{ user_id: user._id, kind: "servers_lost", job_id, job_name, status },
    error: MESSAGES.simulationsWaitFor(count, collectNames(gone), collectNames(withdrawn)),
    ...{ comment: null, creation_time: now, read: false },
  });
}

/** The time when the last of a creator's servers was lost; null: one of them may still run the simulations. */
function findLossTime(servers: readonly ResourceRecord[], creatorId: number, now: Date): Date | null {
  const lossTimes = servers.flatMap((server) => {
    if (isWithdrawnFrom(creatorId, server)) return server.withdrawn_time ?? server.last_seen;
    return isConnected(server, now) ? [] : server.last_seen;
  });
  if (servers.length === 0 || lossTimes.length < servers.length) return null;
  return new Date(Math.max(...lossTimes.map((time) => time.getTime())));
}
