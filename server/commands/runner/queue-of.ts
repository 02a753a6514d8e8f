import type { JobQueue } from "@understudy/shared/api/job.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { OF_RUNNERS } from "./claim-work.ts";
import { PHASE_STATUSES, phaseOf } from "./work.ts";

/** Where a job stands among those that wait for a runner. A training that waits for a server of its own waits for nobody else. */
export async function queueOf({ store }: Platform, job: JobRecord): Promise<JobQueue> {
  const phase = phaseOf(job.status);
  const isOfRunners = phase !== "training" || job.training_server === null;
  if (phase === null || job.work.claim_id !== null || !isOfRunners)
    return { is_waiting: false, running: 0, ahead: 0 };
  const ofPhase: Filter<typeof jobRecord> = {
    ...OF_RUNNERS[phase],
    _id: { $ne: job._id },
    status: { $in: [...PHASE_STATUSES[phase]] },
  };
  const [running, ahead] = await Promise.all([
    store.jobs.count({ ...ofPhase, "work.claim_id": { $ne: null } }),
    store.jobs.count({
      ...ofPhase,
      "work.claim_id": null,
      last_modified_time: { $lt: job.last_modified_time },
    }),
  ]);
  return { is_waiting: true, running, ahead };
}
