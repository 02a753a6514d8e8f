/**
 * Stores the results of a search on an emulator: its record, and the designs that become rows of the job's
 * simulations.
 */
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { SearchFound } from "@understudy/engine/runner/contract/optimization-ports.ts";
import type { Records } from "../../platform/platform.ts";
import { holds } from "../jobs/claim-work.ts";
import { recordDesigns } from "../simulations/record-designs.ts";

export async function storeFound(
  { store }: Records,
  claim: Claim,
  { otherEvaluations, stopReason, recorded, importance = [], ...result }: SearchFound,
): Promise<WriteOutcome> {
  if ((await store.jobs.count(holds(claim))) === 0) return "refused";
  const { jobId } = claim;
  await recordDesigns(store, jobId, recorded);
  const record = { ...result, importance, other_evaluations: otherEvaluations, stop_reason: stopReason };
  if ((await store.optimizations.updateAll({ _id: jobId }, record)) === 0)
    await store.optimizations.insertAll([{ _id: jobId, ...record }], { again: true });
  return "applied";
}
