import { PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { simulationRow } from "../../models/simulation.ts";
import type { Platform } from "../../platform.ts";
import { isHeldBack } from "../../policies/resource.ts";

const failedRow = simulationRow.pick({ _id: true, error: true });

/** A sentence when every server of the job is held back; null: one of them is not, and may be connected or come back. */
export async function whyNobodyRuns(
  { store }: Pick<Platform, "store">,
  jobId: number,
): Promise<string | null> {
  const job = await store.jobs.findOne({ _id: jobId });
  const chosen = job?.run?.resources.map(({ id }) => id) ?? [];
  const servers = await store.resources.find({ _id: { $in: chosen } });
  if (servers.length === 0 || servers.length < chosen.length || !servers.every(isHeldBack)) return null;
  const reported = { job_id: jobId, status: { $in: [...PENDING_STATUSES] }, error: { $ne: null } };
  const [last] = await store.simulations.find(reported, { sort: { index: 1 }, limit: 1 }, failedRow);
  const names = servers.map(({ name }) => name);
  return [MESSAGES.nobodyRuns(names), last?.error ?? []].flat().join(" ");
}
