import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import { DISPATCHED_STATUSES } from "../../dispatch/dispatched-jobs.ts";
import { jobId } from "../../models/job.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import { isConnected } from "../../policies/resource.ts";

/**
 * Lets every full user run simulations on a server of the user's, or ends that. Simulations of others that it has are finished.
 * @param limit how many simulations of other people it may have at a time, all together; null: none
 * @throws Problem 404 when it is no server of the user's, 409 when it is not connected, or is for trainings only
 */
export async function shareServer(
  { store, publish, wakeUps }: Pick<Platform, "store" | "publish" | "wakeUps">,
  owner: User,
  id: number,
  limit: number | null,
): Promise<ResourceRecord> {
  const filter = { _id: id, user_id: owner._id };
  const server = await store.resources.findOne(filter);
  if (server === null) throw notFound(MESSAGES.noSuchResource(id));
  if (!isConnected(server, new Date())) throw new Problem(409, MESSAGES.resourceOffline(server.name));
  if (server.role === "Training") throw new Problem(409, MESSAGES.resourceForTraining(server.name));
  const sharing = limit === null ? null : { limit, owner_name: owner.name };
  const isWithdrawn = sharing === null && server.sharing !== null;
  const withdrawn_time = isWithdrawn ? new Date() : sharing === null ? server.withdrawn_time : null;
  const changed = await store.resources.update(filter, { sharing, withdrawn_time });
  if (changed === null) throw notFound(MESSAGES.noSuchResource(id));
  publish.resource(changed);
  if (sharing === null) publish.resourceUnshared(changed);
  const waiting = { "run.resources.id": id, status: { $in: [...DISPATCHED_STATUSES] } };
  for (const job of await store.jobs.find(waiting, {}, jobId)) wakeUps.notifyWork(job._id);
  return changed;
}
