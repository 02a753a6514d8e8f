import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { useEffect } from "react";
import type { ApiFailure } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { liveExports, useExports } from "#data/emulator-exports.ts";

/** Restricted people are not told of progress: their page asks. */
const ASK_MS = 1_000;

type JobExports = {
  /** The exports are null until they are read. */
  exports: readonly EmulatorExport[] | null;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
};

/** The exports of a job's emulator as they are now, the latest first. */
export function useJobExports(jobId: number): JobExports {
  const { failure, reload } = liveExports.useLive(jobId);
  const { restricted } = useCurrentUser();
  const exports = useExports(jobId);
  const isUnderWay = exports?.some(({ state }) => state === "queued" || state === "running") ?? false;
  useEffect(() => {
    if (!restricted || !isUnderWay) return;
    const timer = setInterval(() => void reload(), ASK_MS);
    return () => clearInterval(timer);
  }, [restricted, isUnderWay, reload]);
  return { exports, failure, reload };
}
