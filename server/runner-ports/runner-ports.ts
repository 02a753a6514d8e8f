import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { RunnerPorts, RunnerTransition } from "@understudy/engine/runner/contract/ports.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { changeJob } from "../commands/jobs/change-job.ts";
import { claimData, claimState, claimTraining, holds, listUnfinished } from "../commands/jobs/claim-work.ts";
import { createProgressKeeper } from "../commands/jobs/progress.ts";
import { replaceEmulator, storeProvisionalEmulator } from "../commands/jobs/store-emulator.ts";
import { storeTrainingPoints } from "../commands/jobs/training-curve.ts";
import { type JobChange, transitionJob } from "../commands/jobs/transition-job.ts";
import { outcome } from "../commands/runner/outcome.ts";
import { readTrainingEvidence, recordTimeRatio } from "../core/training-speed.ts";
import { tallyJob } from "../dispatch/simulation-counts.ts";
import type { JobTransitions, Platform, Records } from "../platform/platform.ts";
import { finishRun } from "./finish-run.ts";
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
