/** Stores the regions in which a runner found designs that are out of spec. */
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { RegionsFound } from "@understudy/engine/runner/contract/out-of-spec-ports.ts";
import type { Records } from "../../platform/platform.ts";
import { holds } from "../jobs/claim-work.ts";
import { recordDesigns } from "../simulations/record-designs.ts";

export async function storeRegions(
  { store }: Records,
  claim: Claim,
  { recorded, ...record }: RegionsFound,
): Promise<WriteOutcome> {
  if ((await store.jobs.count(holds(claim))) === 0) return "refused";
  const _id = claim.jobId;
  await recordDesigns(store, _id, recorded);
  // A search that is looked up again before its verification goes on knows of no simulations.
  const replaceable = { _id, simulations: { $lte: record.simulations } };
  if ((await store.outOfSpecs.updateAll(replaceable, record)) === 0)
    await store.outOfSpecs.insertAll([{ _id, ...record }], { again: true });
  return "applied";
}
