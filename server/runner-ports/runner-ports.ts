import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { DatasetMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { DataRows, RunnerPorts, RunnerTransition } from "@understudy/engine/runner/contract/ports.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { changeJob } from "../commands/jobs/change-job.ts";
import { splitAsConfigured } from "../commands/jobs/change-split.ts";
import { checkDisk } from "../commands/jobs/check-disk.ts";
import { claimData, claimState, claimTraining, holds, listUnfinished } from "../commands/jobs/claim-work.ts";
import { createProgressKeeper } from "../commands/jobs/progress.ts";
import { replaceEmulator, storeProvisionalEmulator } from "../commands/jobs/store-emulator.ts";
import { storeTrainingPoints } from "../commands/jobs/training-curve.ts";
import { trainsWhenDone } from "../commands/jobs/trains-when-done.ts";
import { type JobChange, transitionJob } from "../commands/jobs/transition-job.ts";
import { outcome } from "../commands/runner/outcome.ts";
import { bestScoreOfJob } from "../commands/simulations/best-score.ts";
import { readTrainingEvidence, recordTimeRatio } from "../core/training-speed.ts";
import { tallyJob } from "../dispatch/simulation-counts.ts";
import { tallySimulations } from "../dispatch/tally.ts";
import type { Filter } from "../models/collection.ts";
import type { JobRecord, jobRecord } from "../models/job.ts";
import { isSimulated, type JobRun } from "../models/run.ts";
import type { JobTransitions, Platform, Records, RecordsAndFiles } from "../platform/platform.ts";
import { createRunPorts } from "./run-ports.ts";

/** The platform as a runner sees it; see engine/runner/contract/ports.ts for what each promises. */
export function createRunnerPorts(
  platform: Pick<
    Platform,
    "config" | "store" | "storage" | "queue" | "deliveries" | "publish" | "wakeUps" | "redis"
  >,
): RunnerPorts {
  const { store, publish, redis, config } = platform;
  const evidence = { redis, prefix: config.redisPrefix };
  const progress = createProgressKeeper(platform);

  return {
    ...createRunPorts(platform, progress),
    claimData: (claim) => claimData(platform, claim),
    claimTraining: (claim) => claimTraining(platform, claim),
    claimState: (claim) => claimState(platform, claim),
    checkDisk: (work) => checkDisk(platform, work),
    listUnfinished: () => listUnfinished(platform),

    transition: (claim, change) => {
      progress.forget(claim.jobId);
      return outcome(() => transition(platform, claim, change));
    },

    storeEmulator: (claim, emulator) =>
      outcome(() =>
        replaceEmulator(platform, claim.jobId, emulator, (change) =>
          changeJob(platform, claim.jobId, change, holds(claim)),
        ),
      ),

    storeProvisionalEmulator: (claim, file) =>
      outcome(() => storeProvisionalEmulator(platform, claim.jobId, file, holds(claim))),

    appendTrainingPoints: async (claim, points) => {
      if ((await store.jobs.count(holds(claim))) === 0) return "refused";
      await storeTrainingPoints(store, claim.jobId, points);
      publish.trainingPoints({
        job_id: claim.jobId,
        from: points.from,
        coefficient_of_determination: [...points.coefficientOfDetermination],
        loss: [...points.loss],
      });
      return "applied";
    },

    trainingEvidence: (isShort) => readTrainingEvidence(evidence, isShort),
    recordTrainingTimeRatio: (ratio) => recordTimeRatio(evidence, ratio),

    publishProgress: (claim, percentage, text) =>
      progress.report(claim, {
        progress_percentage: percentage,
        progress_text: text,
        simulation_counts: null,
        best_score: null,
      }),
  };
}

async function transition(platform: JobTransitions, claim: Claim, change: RunnerTransition): Promise<void> {
  const only = holds(claim);
  const move = (extra: JobChange = {}) =>
    transitionJob(platform, claim.jobId, change.trigger, { only, change: () => extra });
  // An earlier runner died in this status.
  const isIn = async (status: JobStatus) => (await platform.store.jobs.count({ ...only, status })) > 0;
  switch (change.trigger) {
    case "validated":
      await move();
      return;
    case "preprocessed":
      platform.publish.config(
        await transitionJob(platform, claim.jobId, change.trigger, {
          only,
          change: ({ config: { has_been_configured } }) => ({
            config: { ...change.result.config, has_been_configured },
          }),
        }),
      );
      return;
    case "run-started":
      if (!(await isIn("Running")) && !(await isIn("Verifying"))) await move();
      platform.wakeUps.notifyWork(claim.jobId);
      return;
    case "run-finished":
      if (!(await isIn("Verifying"))) await finishRun(platform, claim.jobId, change.rows, only);
      return;
    case "verified":
      await move(await allOver(platform, claim.jobId));
      return;
    case "training-started":
      if (!(await isIn("Training"))) await move();
      return;
    case "training-finished":
      await replaceEmulator(platform, claim.jobId, change.emulator, (finish) =>
        transitionJob(platform, claim.jobId, change.trigger, { only, change: finish }),
      );
      return;
    case "failed": {
      const { error, validationErrors } = change;
      const validation_errors =
        validationErrors &&
        Object.fromEntries(Object.entries(validationErrors).map(([field, texts]) => [field, [...texts]]));
      const counts = await tallyJob(platform, claim.jobId);
      await move({ error, validation_errors, ...counts });
    }
  }
}

/** The counts of a job that ends: a search may end before it has run as many as it was given. */
async function allOver(platform: Records, jobId: number): Promise<JobChange> {
  const { simulation_counts: counts } = await tallyJob(platform, jobId);
  return counts ? { simulation_counts: { ...counts, planned: counts.complete + counts.failed } } : {};
}

/** All simulations are done. `rows` reports on the rows of the dataset; null where there is none. The dataset of a Training lies in the work directory; its columns are those of the job from now on. */
async function finishRun(
  platform: JobTransitions,
  jobId: number,
  rows: DataRows | null,
  only: Filter<typeof jobRecord>,
): Promise<void> {
  const { running, complete, failed } = await tallySimulations(platform.store, jobId);
  const planned = complete + failed;
  const meta = await buildDataset(platform, jobId);
  const best_score = await bestScoreOfJob(platform.store, jobId);
  const job = await transitionJob(platform, jobId, "run-finished", {
    only,
    change: ({ config, objective, run }) => ({
      // Its verification follows.
      simulation_counts: {
        planned: OBJECTIVE_TRAITS[objective].hasVerification
          ? (run?.maximum_simulations ?? planned)
          : planned,
        running,
        complete,
        failed,
      },
      best_score,
      // A design may have fewer points, and servers may have been away; a search records what it finds.
      run: run && (endsWithSimulations(objective, run) ? { ...run, maximum_simulations: planned } : run),
      config: meta === null ? config : withData(asTrained({ config, run }), meta, rows),
    }),
  });
  if (meta !== null) platform.publish.config(await splitAsConfigured(platform, job));
}

const endsWithSimulations = (objective: Objective, run: JobRun): boolean =>
  run.emulator === null || (OBJECTIVE_TRAITS[objective].hasChain && isSimulated(run));

async function buildDataset({ store, storage }: RecordsAndFiles, jobId: number): Promise<DatasetMeta | null> {
  if ((await store.jobs.count({ _id: jobId, objective: "Training" })) === 0) return null;
  const dataset = await openDataset(storage.workDir(jobId));
  await dataset.close();
  return dataset.meta;
}

/** A job that trains by itself needs no more configuring. */
function asTrained(job: Pick<JobRecord, "config" | "run">): JobConfig {
  const { config } = job;
  return { ...config, has_been_configured: config.has_been_configured || trainsWhenDone(job) };
}

/** Keeps what people changed about the columns while the simulations ran. */
function withData(config: JobConfig, meta: DatasetMeta, rows: DataRows | null): JobConfig {
  const { data_options, has_been_configured, training } = config;
  const derived = defaultConfig(meta, { data_options, previous: config });
  return { ...derived, ...rows, has_been_configured, training };
}
