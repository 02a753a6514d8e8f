import type { Claim, Phase, Work } from "@understudy/engine/runner/contract/claim.ts";
import type { ClaimState, DataWork, TrainingWork } from "@understudy/engine/runner/contract/ports.ts";
import { recordQueueWait } from "../../metrics/metrics.ts";
import type { Filter } from "../../models/collection.ts";
import { type JobRecord, jobRecord, queuedJob } from "../../models/job.ts";
import type { JobTransitions, Records, RecordsAndFiles } from "../../platform/platform.ts";
import { advanceQueue } from "../runner/turn.ts";
import { ALL_PHASES, findPhase, PHASE_STATUSES, toQueueName, toWork } from "../runner/work.ts";
import { trainingPointCount } from "./training-curve.ts";
import { transitionJob } from "./transition-job.ts";

/** A filter for a job while a claim on it holds. */
export const holds = ({ jobId, ticket, claimId }: Claim): Filter<typeof jobRecord> => ({
  _id: jobId,
  "work.ticket": ticket,
  "work.claim_id": claimId,
});

const jobStatus = jobRecord.pick({ _id: true, status: true });

/** Runners do not take a training for which a server was chosen. */
export const OF_RUNNERS: Readonly<Record<Phase, Filter<typeof jobRecord>>> = {
  data: {},
  running: {},
  training: { training_server: null },
};

/** Makes the claim the valid one; null when there is nothing to do. */
export async function claimJob(
  platform: Records,
  { jobId, phase, ticket, claimId }: Claim,
): Promise<JobRecord | null> {
  const { jobs } = platform.store;
  const filter: Filter<typeof jobRecord> = {
    _id: jobId,
    "work.ticket": ticket,
    status: { $in: [...PHASE_STATUSES[phase]] },
    ...OF_RUNNERS[phase],
  };
  for (;;) {
    const job = await jobs.findOne(filter);
    if (job === null) return null;
    // First of all: if this process dies in between, the job still has the charge by which another claim advances the queue.
    await advanceQueue(platform.store, job);
    // The revision rises although nothing visible changes: a pause at this moment must not restore the old claim.
    const claimed = await jobs.update(
      { ...filter, revision: job.revision },
      { work: { ...job.work, claim_id: claimId, charge: 0 }, revision: job.revision + 1 },
    );
    if (claimed === null) continue;
    const { claim_id, queued_time } = job.work;
    // A runner that died had it before: then its time in the queue has been recorded.
    if (claim_id === null && queued_time !== null)
      recordQueueWait(toQueueName(phase, job.work), Date.now() - queued_time.getTime());
    return claimed;
  }
}

export async function claimData(platform: JobTransitions, claim: Claim): Promise<DataWork | null> {
  const claimed = await claimJob(platform, claim);
  if (claimed === null) return null;
  const job =
    claimed.status === "Preprocessing"
      ? await transitionJob(platform, claimed._id, "restarted", { only: holds(claim) })
      : claimed;
  const { store, storage } = platform;
  const source = job.source_job_id === null ? null : await store.jobs.findOne({ _id: job.source_job_id });
  const ownConfig = job.config.inputs.length > 0 ? job.config : null;
  await storage.createWorkDir(job._id);
  return {
    workDir: storage.workDir(job._id),
    source: {
      files: job.file_names && {
        parameters: { path: storage.parametersPath(job._id), name: job.file_names.parameters },
        outputs: { path: storage.outputsPath(job._id), name: job.file_names.outputs },
      },
      sourceJob:
        job.source_job_id === null
          ? null
          : { jobId: job.source_job_id, workDir: source && storage.workDir(source._id) },
    },
    options: job.config.data_options,
    validationPercentage: job.config.training.validation_percentage,
    previousConfig: ownConfig ?? source?.config ?? null,
  };
}

export async function claimTraining(platform: RecordsAndFiles, claim: Claim): Promise<TrainingWork | null> {
  const job = await claimJob(platform, claim);
  if (job === null) return null;
  return {
    workDir: platform.storage.workDir(job._id),
    config: job.config,
    options: job.config.training,
    focusRegions: job.focus_regions,
    more: job.work.more,
    publishesProvisional: job.emulator_file === null || job.emulator_stage === "provisional",
    trainingPointCount: await trainingPointCount(platform.store, job._id),
  };
}

export async function claimState({ store }: Records, claim: Claim): Promise<ClaimState> {
  const [job] = await store.jobs.find(holds(claim), {}, jobStatus);
  if (job === undefined) return "lost";
  return findPhase(job.status) === claim.phase ? "wanted" : "ended";
}

/** Everything that a runner should be working on, the next one first. */
export async function listUnfinished({ store }: Records): Promise<Work[]> {
  const lists = await Promise.all(
    ALL_PHASES.map(async (phase) => {
      const jobs = await store.jobs.find(
        { status: { $in: [...PHASE_STATUSES[phase]] }, ...OF_RUNNERS[phase] },
        { sort: { "work.order": 1, "work.queued_time": 1 } },
        queuedJob,
      );
      return jobs.map((job) => toWork(job, phase));
    }),
  );
  return lists.flat();
}
