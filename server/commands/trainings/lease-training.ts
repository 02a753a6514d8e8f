import { rm } from "node:fs/promises";
import { changeSplitInThread } from "@understudy/engine/dataset/storage/split-in-thread.ts";
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { TrainingAttempt, TrainingOrder } from "@understudy/shared/worker/worker-training.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { leaseChange, toClaim } from "../../dispatch/training-lease.ts";
import { arrivalsFolder, describeTrainingFiles } from "../../files/training-files.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecordsAndFiles, RecordsAndFiles } from "../../platform/platform.ts";
import { splitOptions } from "../jobs/change-split.ts";
import { trainingPointCount } from "../jobs/training-curve.ts";
import { PHASE_STATUSES } from "../runner/work.ts";

/** A training that has been leased to a server. */
export type LeasedTraining = {
  readonly attempt: TrainingAttempt;
  readonly claim: Claim;
  readonly order: TrainingOrder;
  /** The training data. */
  readonly files: readonly DescribedFile[];
};

/** Another process may lease the same training first: then this one chooses again, at most so many times. */
const MAX_ROUNDS = 5;

/** Leases to the server the one of its owner's trainings for it that is next; null: none waits. */
export async function leaseTraining(
  platform: LiveRecordsAndFiles,
  server: ConnectedServer,
  now = new Date(),
): Promise<LeasedTraining | null> {
  const { store, publish } = platform;
  const waits = {
    "training_server.id": server.id,
    "training_server.lease_until": null,
    "creator.id": server.userId,
    status: { $in: [...PHASE_STATUSES.training] },
  };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [job] = await store.jobs.find(waits, { sort: { "work.order": 1 }, limit: 1 });
    if (job === undefined) return null;
    const change = leaseChange(job, { type: "leased", until: new Date(now.getTime() + LEASE_MS) });
    if (change === null) return null;
    const leased = await store.jobs.update(
      { ...waits, _id: job._id, revision: job.revision },
      { ...change, revision: job.revision + 1 },
    );
    if (leased === null) continue;
    publish.job(leased);
    return await described(platform, leased);
  }
  return null;
}

async function described(
  { store, storage }: RecordsAndFiles,
  { focus_regions, ...job }: JobRecord,
): Promise<LeasedTraining> {
  const { config } = job;
  const workDir = storage.workDir(job._id);
  await rm(arrivalsFolder(workDir), { recursive: true, force: true });
  // As the platform's own training does: the files that are described next hold the split as configured.
  await changeSplitInThread(workDir, splitOptions(config));
  return {
    attempt: { job: job._id, attempt: job.training_attempts },
    claim: toClaim(job),
    order: {
      config,
      options: config.training,
      focus_regions,
      more: job.work.more,
      point_count: await trainingPointCount(store, job._id),
    },
    files: await describeTrainingFiles(workDir),
  };
}
