import type { JobPoints } from "@understudy/shared/api/job-points.ts";
import { keyed } from "./keyed.ts";

const points = keyed<number, JobPoints | null>(null);

export const useStoredPoints = points.useValue;

/** Takes what a save answered, or what was read, unless something newer is known. */
export function setJobPoints(jobId: number, read: JobPoints): void {
  const { revision } = points.get(jobId) ?? { revision: 0 };
  if (read.revision >= revision) points.set(jobId, read);
}
