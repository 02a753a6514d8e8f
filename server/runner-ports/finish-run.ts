import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { DatasetMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { DataRows } from "@understudy/engine/runner/contract/ports.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { splitAsConfigured } from "../commands/jobs/change-split.ts";
import { trainsWhenDone } from "../commands/jobs/trains-when-done.ts";
import { transitionJob } from "../commands/jobs/transition-job.ts";
import { bestScoreOfJob } from "../commands/simulations/best-score.ts";
import { tallySimulations } from "../dispatch/tally.ts";
import type { Filter } from "../models/collection.ts";
import type { JobRecord, jobRecord } from "../models/job.ts";
import { isSimulated, type JobRun } from "../models/run.ts";
import type { JobTransitions, RecordsAndFiles } from "../platform/platform.ts";

/** All simulations are done. `rows` reports on the rows of the dataset; null where there is none. The dataset of a Training lies in the work directory; its columns are those of the job from now on. */
export async function finishRun(
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
