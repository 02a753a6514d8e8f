import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";

/** The rows that the emulator was trained on; null until they are read. */
export function useTrainingRows(jobId: number, isSeen: boolean) {
  const version = useEmulatorVersion(jobId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer emulator may have been trained on more rows
  const load = useCallback(
    async (signal: AbortSignal) =>
      isSeen
        ? await call("getScalarRows", { params: { job_id: jobId, data_set: "training" }, signal })
        : null,
    [jobId, isSeen, version],
  );
  return useQuery(load).value;
}
