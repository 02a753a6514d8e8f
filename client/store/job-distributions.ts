import type { JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import { keyed } from "./keyed.ts";

const known = keyed<number, JobDistributions | null>(null);

export const useStoredDistributions = known.useValue;

/** Takes what a save answered, or what was read, unless something newer is known. */
export function setJobDistributions(jobId: number, read: JobDistributions): void {
  const { revision } = known.get(jobId) ?? { revision: 0 };
  if (read.revision >= revision) known.set(jobId, read);
}
