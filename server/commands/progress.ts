import type { Claim } from "@understudy/engine/runner/ports.ts";
import type { Platform } from "../platform.ts";
import { holds } from "./claim-work.ts";
import type { JobChange } from "./transition-job.ts";

/** Progress that a page finds when it is loaded may be this old. */
const STORE_MS = 1_000;

/** Pushes progress at once, and stores it now and then. */
export type ProgressKeeper = {
  report(claim: Claim, percentage: number, text: string | null, more?: JobChange): Promise<void>;
  /** The next report is stored: the job is in another state. */
  forget(jobId: number): void;
};

export function createProgressKeeper({ store, publish }: Platform): ProgressKeeper {
  const stored = new Map<number, number>();
  return {
    report: async (claim, progress_percentage, progress_text, more = {}) => {
      publish.progress({ job_id: claim.jobId, progress_percentage, progress_text });
      const now = performance.now();
      if (now - (stored.get(claim.jobId) ?? Number.NEGATIVE_INFINITY) < STORE_MS) return;
      stored.set(claim.jobId, now);
      await store.jobs.updateAll(holds(claim), { progress_percentage, progress_text, ...more });
    },
    forget: (jobId) => {
      stored.delete(jobId);
    },
  };
}
