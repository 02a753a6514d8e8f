import type { NamedPoint } from "@understudy/shared/api/job-points.ts";
import { liveJobPoints, useStoredPoints } from "#data/jobs.ts";

const NO_POINTS: readonly NamedPoint[] = [];

/** The points with names of a job, live. */
export function usePoints(jobId: number | null): readonly NamedPoint[] {
  liveJobPoints.useLive(jobId);
  return useStoredPoints(jobId)?.points ?? NO_POINTS;
}
