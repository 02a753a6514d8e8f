/** Shows on a job's page how far its machine is, and remembers how long machines take to start. */
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { Platform } from "../../platform/platform.ts";
import { PHASE_STATUSES } from "../runner/work.ts";

/** The time that is named before a machine of this installation has ever started. */
const DEFAULT_START_MS = 3 * 60_000;
/** The weight of the last start in the moving average of the times. */
const START_WEIGHT = 0.5;
const MINUTE_MS = 60_000;

export function createMachineProgress({
  store,
  publish,
  redis,
  config,
}: Pick<Platform, "store" | "publish" | "redis" | "config">) {
  const key = `${config.redisPrefix}:machine-start-ms`;
  const readStart = async () => Number((await redis.get(key)) ?? DEFAULT_START_MS);

  /** Does nothing once the training has begun: then the machine itself reports. */
  const report = async (job: JobRecord, text: string): Promise<void> => {
    if (job.progress_text === text || job.training_server?.lease_until) return;
    const waits = {
      _id: job._id,
      "work.ticket": job.work.ticket,
      "training_server.lease_until": null,
      status: { $in: [...PHASE_STATUSES.training] },
    };
    if ((await store.jobs.updateAll(waits, { progress_text: text })) === 0) return;
    publish.progress({
      job_id: job._id,
      progress_percentage: job.progress_percentage ?? 0,
      progress_text: text,
      simulation_counts: null,
      best_score: null,
    });
  };

  return {
    report,

    reportPhase: async (
      job: JobRecord,
      phase: Exclude<MachineRecord["phase"], "releasing">,
    ): Promise<void> => {
      switch (phase) {
        case "creating":
          return await report(
            job,
            MACHINE_MESSAGES.creatingMachine(Math.max(1, Math.round((await readStart()) / MINUTE_MS))),
          );
        case "installing":
          return await report(job, MACHINE_MESSAGES.installingMachine);
        case "connected":
          return await report(job, MACHINE_MESSAGES.machineIsReady);
      }
    },

    /** @param ms from the request for a machine until its client has connected */
    recordStart: async (ms: number): Promise<void> => {
      const mean =
        (await redis.exists(key)) === 0 ? ms : ms * START_WEIGHT + (await readStart()) * (1 - START_WEIGHT);
      await redis.set(key, String(Math.round(mean)));
    },
  };
}
