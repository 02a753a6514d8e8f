import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useWhenReady } from "../emulator/use-when-ready.ts";

/** The sensitivity indices of an output; recomputed for a newer emulator, with the old ones shown until then. */
export function useSensitivity(jobId: number, output: string) {
  const version = useEmulatorVersion(jobId);
  const { answer, failed } = useWhenReady(JSON.stringify([jobId, version, output]), (signal) =>
    call("getSensitivity", { params: { job_id: jobId }, query: { output }, signal }),
  );
  // What was answered for another output is not shown under this one's name.
  return { answer: answer?.output?.name === output ? answer : null, failed };
}
