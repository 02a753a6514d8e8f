import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { JobProgress } from "@understudy/shared/live/live.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { holds } from "./claim-work.ts";

/** Progress that a page finds when it is loaded may be this old. */
const STORE_MS = 1_000;

type Progress = Omit<JobProgress, "job_id">;

/** Pushes progress at once, and stores it from time to time. */
export type ProgressKeeper = {
  report(claim: Claim, progress: Progress): Promise<void>;
  /** The next report is stored: the job is in another state. */
  forget(jobId: number): void;
};

export function createProgressKeeper({ store, publish }: LiveRecords): ProgressKeeper {
  const stored = new Map<number, number>();
  return {
    report: async (claim, progress) => {
      publish.progress({ job_id: claim.jobId, ...progress });
      const now = performance.now();
      if (now - (stored.get(claim.jobId) ?? Number.NEGATIVE_INFINITY) < STORE_MS) return;
      stored.set(claim.jobId, now);
      const { simulation_counts, best_score, ...step } = progress;
      // A step without simulations leaves what is known of those before it.
      await store.jobs.updateAll(holds(claim), simulation_counts === null ? step : progress);
    },
    forget: (jobId) => {
      stored.delete(jobId);
    },
  };
}
