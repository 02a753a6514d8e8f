import { log } from "../../log.ts";
import type { Platform } from "../../platform.ts";
import { removeJobNotifications } from "../notifications/list.ts";
import { stopWork } from "../runner/work.ts";
import { removeSimulations } from "../simulations/sweep-simulations.ts";

/** Deletes jobs with everything they own. Their records go first, for everybody at once; what they leave on the disk is removed after. */
export async function deleteJobs(platform: Platform, ids: number[]): Promise<void> {
  const { store, storage, publish } = platform;
  await store.jobs.remove({ _id: { $in: ids } });
  publish.jobsDeleted(ids);
  for (const _id of ids) stopWork(platform, { _id, training_server: null });
  await store.curves.remove({ job_id: { $in: ids } });
  // Whoever makes one notices, and their files lie in the work directories.
  await store.emulatorExports.remove({ job_id: { $in: ids } });
  for (const id of ids) {
    platform.wakeUps.notifyStop(id);
    // Not awaited: if it is interrupted, the next sweep removes what has no job.
    removeSimulations(store, id).catch((err: unknown) =>
      log.warn({ err, id }, "simulations could not be removed"),
    );
  }
  await store.users.updateAll(
    { accessible_job_ids: { $in: ids } },
    {},
    { $pull: { accessible_job_ids: { $in: ids } } },
  );
  publish.peopleChanged();
  await removeJobNotifications(platform, ids);
  await Promise.all(ids.map((id) => storage.removeWorkDir(id))).catch((err: unknown) =>
    // A runner may still have been writing; the next sweep removes what has no job.
    log.warn({ err, ids }, "a work directory could not be removed"),
  );
}
