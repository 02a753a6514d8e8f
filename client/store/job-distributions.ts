import type { JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import { keyed } from "./keyed.ts";

const distributions = keyed<number, JobDistributions | null>(null);

export const useStoredDistributions = distributions.useValue;

/** Takes what a save answered, or what was read, unless something newer is known. */
export function setJobDistributions(jobId: number, read: JobDistributions): void {
  const { revision } = distributions.get(jobId) ?? { revision: 0 };
  if (read.revision >= revision) distributions.set(jobId, read);
}
