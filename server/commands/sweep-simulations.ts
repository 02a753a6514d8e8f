import { log } from "../log.ts";
import { jobId } from "../models/job.ts";
import {
  afterCurvesOf,
  curvesOfJob,
  curvesPlace,
  ownerOfCurves,
  simulationRow,
} from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import { curveChunkRecord } from "../models/training-curve.ts";

/**
 * Removes what is left of jobs that were deleted: their process died before everything was gone, or a runner was still
 * writing. A job is stored before anything that belongs to it, so what has no job never gets one.
 */
export async function sweepSimulations(store: Store): Promise<void> {
  const owners = new Set<number>();
  for (const all of [ownersOfSimulations, ownersOfCurves, ownersOfTrainingCurves]) {
    for await (const owner of all(store)) owners.add(owner);
  }
  const jobs = await store.jobs.find({ _id: { $in: [...owners] } }, {}, jobId);
  for (const { _id } of jobs) owners.delete(_id);
  for (const job of owners) {
    log.info({ job }, "removing what is left of a deleted job");
    await store.curves.remove({ job_id: job });
    await removeSimulations(store, job);
  }
}

/** A million takes minutes. */
export async function removeSimulations(
  { simulations, simulationCurves }: Pick<Store, "simulations" | "simulationCurves">,
  job_id: number,
): Promise<void> {
  await Promise.all([simulations.remove({ job_id }), simulationCurves.remove(curvesOfJob(job_id))]);
}

const simulationOwner = simulationRow.pick({ _id: true, job_id: true });
const trainingOwner = curveChunkRecord.pick({ _id: true, job_id: true });

// Each goes from one job to the next in an index: a million simulations are never read.

async function* ownersOfSimulations({ simulations }: Store): AsyncGenerator<number> {
  const window = { sort: { job_id: 1, index: 1 }, limit: 1 } as const;
  for (let after = 0; ; ) {
    const [first] = await simulations.find({ job_id: { $gt: after } }, window, simulationOwner);
    if (first === undefined) return;
    after = first.job_id;
    yield after;
  }
}

async function* ownersOfCurves({ simulationCurves }: Store): AsyncGenerator<number> {
  for (let after = ""; ; ) {
    const window = { sort: { _id: 1 }, limit: 1 } as const;
    const [first] = await simulationCurves.find({ _id: { $gt: after } }, window, curvesPlace);
    if (first === undefined) return;
    const owner = ownerOfCurves(first);
    yield owner;
    after = afterCurvesOf(owner);
  }
}

async function* ownersOfTrainingCurves({ curves }: Store): AsyncGenerator<number> {
  const window = { sort: { job_id: 1, from: 1 }, limit: 1 } as const;
  for (let after = 0; ; ) {
    const [first] = await curves.find({ job_id: { $gt: after } }, window, trainingOwner);
    if (first === undefined) return;
    after = first.job_id;
    yield after;
  }
}
