import type { Job } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";

/** While the job is worked on (ms). */
const REFRESH_INTERVALS = { leastMs: 2_000, everyMs: 10_000 } as const;

/** The designs that are out of spec, live. */
export function useOutOfSpec({ id, revision, status }: Job) {
  const { percentage, text } = useJobProgress(id);
  const load = useCallback(
    (signal: AbortSignal) => call("getOutOfSpec", { params: { job_id: id }, signal }),
    [id],
  );
  return useQuery(load, {
    tick: JSON.stringify([revision, percentage, text]),
    leastMs: REFRESH_INTERVALS.leastMs,
    everyMs: isActive(status) ? REFRESH_INTERVALS.everyMs : null,
  });
}
