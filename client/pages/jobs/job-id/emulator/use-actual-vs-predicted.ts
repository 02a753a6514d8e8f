import { call } from "#api/call.ts";
import { useWhenReady } from "./use-when-ready.ts";

/** Predictions of the validation rows; requested again for a newer emulator, and replaced when its response comes. */
export function useActualVsPredicted(jobId: number, output: string | null, version: number) {
  const key = output === null ? null : JSON.stringify([jobId, output, version]);
  return useWhenReady(key, (signal) =>
    call("getScalarEmulatorOutputs", {
      params: { job_id: jobId, data_set: "validation" },
      query: { options: { outputs: output === null ? [] : [output] } },
      signal,
    }),
  );
}
