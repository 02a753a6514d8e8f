/**
 * Stores the results of a sampling: its record, and the designs of its chain that become rows of the job's
 * simulations.
 */
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { Sampled } from "@understudy/engine/runner/contract/sampling-ports.ts";
import type { Records } from "../../platform/platform.ts";
import { holds } from "../jobs/claim-work.ts";
import { recordDesigns } from "../simulations/record-designs.ts";

export async function storeSampled(
  { store }: Records,
  claim: Claim,
  { recorded, ...result }: Sampled,
): Promise<WriteOutcome> {
  if ((await store.jobs.count(holds(claim))) === 0) return "refused";
  const { jobId: _id } = claim;
  await recordDesigns(store, _id, recorded);
  if ((await store.samplings.updateAll({ _id }, result)) === 0)
    await store.samplings.insertAll([{ _id, ...result }], { again: true });
  return "applied";
}
