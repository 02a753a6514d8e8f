import { log } from "../../core/log.ts";
import { jobId } from "../../models/job.ts";
import {
  curvesOfJob,
  curvesPlace,
  endOfCurveIds,
  ownerOfCurves,
  simulationRow,
} from "../../models/simulation.ts";
import type { Store } from "../../models/store.ts";
import { curveChunkRecord } from "../../models/training-curve.ts";

/**
 * Removes what is left of jobs that were deleted: their process died before everything was gone, or a runner was still
 * writing. A job is stored before anything that belongs to it, so what has no job never gets one.
 */
export async function sweepSimulations(store: Store): Promise<void> {
  const owners = new Set<number>();
  for (const next of [ownerOfSimulation, ownerOfSimulationCurves, ownerOfTrainingCurve]) {
    for await (const owner of iterateOwners(store, next)) owners.add(owner);
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
  {
    simulations,
    simulationCurves,
    optimizations,
    samplings,
    outOfSpecs,
  }: Pick<Store, "simulations" | "simulationCurves" | "optimizations" | "samplings" | "outOfSpecs">,
  jobId: number,
): Promise<void> {
  await Promise.all([
    simulations.remove({ job_id: jobId }),
    simulationCurves.remove(curvesOfJob(jobId)),
    optimizations.remove({ _id: jobId }),
    samplings.remove({ _id: jobId }),
    outOfSpecs.remove({ _id: jobId }),
  ]);
}

const simulationOwner = simulationRow.pick({ _id: true, job_id: true });
const trainingOwner = curveChunkRecord.pick({ _id: true, job_id: true });

/**
 * Finds the first record that belongs to a job behind this one, and returns the job's id; undefined when there is
 * none.
 */
type NextOwner = (store: Store, after: number) => Promise<number | undefined>;

const ownerOfSimulation: NextOwner = async ({ simulations }, after) => {
  const window = { sort: { job_id: 1, index: 1 }, limit: 1 } as const;
  const [first] = await simulations.find({ job_id: { $gt: after } }, window, simulationOwner);
  return first?.job_id;
};

const ownerOfSimulationCurves: NextOwner = async ({ simulationCurves }, after) => {
  const window = { sort: { _id: 1 }, limit: 1 } as const;
  const [first] = await simulationCurves.find({ _id: { $gt: endOfCurveIds(after) } }, window, curvesPlace);
  return first && ownerOfCurves(first);
};

const ownerOfTrainingCurve: NextOwner = async ({ curves }, after) => {
  const window = { sort: { job_id: 1, from: 1 }, limit: 1 } as const;
  const [first] = await curves.find({ job_id: { $gt: after } }, window, trainingOwner);
  return first?.job_id;
};

/** Goes from one job to the next in an index: a million simulations are never read. */
async function* iterateOwners(store: Store, next: NextOwner): AsyncGenerator<number> {
  for (let owner = await next(store, 0); owner !== undefined; owner = await next(store, owner)) yield owner;
}
