import type { Claim, RunnerPorts, RunnerTransition, WriteOutcome } from "@understudy/engine/runner/ports.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";
import { changeJob } from "./change-job.ts";
import { claimData, claimTraining, holds, isWanted, listUnfinished } from "./claim-work.ts";
import { announceEmulator, emulatorChange } from "./store-emulator.ts";
import { storeTrainingPoints } from "./training-curve.ts";
import { type JobChange, transitionJob } from "./transition-job.ts";

/** Progress that a page finds when it is loaded may be this old. */
const STORE_PROGRESS_MS = 1_000;

/** The platform as a runner sees it; see engine/runner/ports.ts for what each promises. */
export function createRunnerPorts(platform: Platform): RunnerPorts {
  const { store, publish } = platform;
  const progressStored = new Map<number, number>();

  return {
    claimData: (claim) => claimData(platform, claim),
    claimTraining: (claim) => claimTraining(platform, claim),
    isWanted: (claim) => isWanted(platform, claim),
    listUnfinished: () => listUnfinished(platform),

    transition: (claim, change) => {
      progressStored.delete(claim.jobId);
      return outcome(() => transition(platform, claim, change));
    },

    storeEmulator: (claim, emulator) =>
      outcome(async () => {
        const change = await emulatorChange(platform, claim.jobId, emulator);
        let previousFile: string | null = null;
        const job = await changeJob(
          platform,
          claim.jobId,
          (before) => {
            previousFile = before.emulator_file;
            return change(before);
          },
          holds(claim),
        );
        await announceEmulator(platform, job, previousFile);
      }),

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

    publishProgress: async (claim, progress_percentage, progress_text) => {
      publish.progress({ job_id: claim.jobId, progress_percentage, progress_text });
      const now = performance.now();
      if (now - (progressStored.get(claim.jobId) ?? Number.NEGATIVE_INFINITY) < STORE_PROGRESS_MS) return;
      progressStored.set(claim.jobId, now);
      await store.jobs.updateAll(holds(claim), { progress_percentage, progress_text });
    },
  };
}

/** Whoever may no longer write is told so without a fuss; anything else is an error. */
async function outcome(write: () => Promise<unknown>): Promise<WriteOutcome> {
  try {
    await write();
    return "applied";
  } catch (error) {
    if (error instanceof Problem) return "refused";
    throw error;
  }
}

async function transition(platform: Platform, claim: Claim, change: RunnerTransition): Promise<void> {
  const only = holds(claim);
  const move = (extra: JobChange = {}) =>
    transitionJob(platform, claim.jobId, change.trigger, { only, change: () => extra });
  switch (change.trigger) {
    case "validated":
      await move();
      return;
    case "preprocessed":
      platform.publish.config(await move({ config: change.result.config }));
      return;
    case "training-started": {
      const alreadyThere = await platform.store.jobs.count({ ...only, status: "Training" });
      if (alreadyThere === 0) await move();
      return;
    }
    case "training-finished": {
      const finish = await emulatorChange(platform, claim.jobId, change.emulator);
      let previousFile: string | null = null;
      const job = await transitionJob(platform, claim.jobId, change.trigger, {
        only,
        change: (before) => {
          previousFile = before.emulator_file;
          return finish(before);
        },
      });
      await announceEmulator(platform, job, previousFile);
      return;
    }
    case "failed": {
      const { error, validationErrors } = change;
      const validation_errors =
        validationErrors &&
        Object.fromEntries(Object.entries(validationErrors).map(([field, texts]) => [field, [...texts]]));
      await move({ error, validation_errors });
    }
  }
}
