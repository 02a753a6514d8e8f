import { log } from "../log.ts";
import { curvesOfJob } from "../models/simulation.ts";
import type { Platform } from "../platform.ts";
import { stopWork } from "./work.ts";

/** Deletes jobs with everything they own. Gone for everybody first; what they leave on the disk is removed after. */
export async function deleteJobs(platform: Platform, ids: number[]): Promise<void> {
  const { store, storage, publish } = platform;
  await store.jobs.remove({ _id: { $in: ids } });
  publish.jobsDeleted(ids);
  for (const id of ids) stopWork(platform, id);
  await store.curves.remove({ job_id: { $in: ids } });
  for (const id of ids) {
    platform.wakeUps.tellStop(id);
    removeSimulations(platform, id);
  }
  await store.users.updateAll(
    { accessible_job_ids: { $in: ids } },
    {},
    { $pull: { accessible_job_ids: { $in: ids } } },
  );
  publish.peopleChanged();
  await Promise.all(ids.map((id) => storage.removeWorkDir(id))).catch((err: unknown) =>
    // A runner may still have been writing; the next sweep removes what has no job.
    log.warn({ err, ids }, "a work directory could not be removed"),
  );
}

/** A million takes minutes: nobody waits for it. */
function removeSimulations({ store }: Platform, job_id: number): void {
  Promise.all([
    store.simulations.remove({ job_id }),
    store.simulationCurves.remove(curvesOfJob(job_id)),
  ]).catch((err: unknown) => log.warn({ err, job_id }, "simulations could not be removed"));
}
