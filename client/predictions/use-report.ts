import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useWhenReady } from "./use-when-ready.ts";

/** The report on the newest emulator: its training, and how far it can be trusted; null until it is first read. */
export function useReport(jobId: number): EmulatorReport | null {
  const version = useEmulatorVersion(jobId);
  const { answer } = useWhenReady(JSON.stringify([jobId, version]), (signal) =>
    call("getEmulatorReport", { params: { job_id: jobId }, signal }),
  );
  return answer;
}
