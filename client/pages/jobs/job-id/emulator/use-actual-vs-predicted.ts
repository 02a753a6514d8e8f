import { RETRY_MS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";
import { type Answer, call } from "../../../../api/call.ts";
import { isAbort } from "../../../../api/failure.ts";

export type ActualVsPredicted = Answer<"getScalarEmulatorOutputs">;

/** The emulator over the validation rows; asked again for a newer emulator, whose answer replaces the one before. */
export function useActualVsPredicted(jobId: number, output: string | null, version: number) {
  const [state, setState] = useState<{ answer: ActualVsPredicted | null; failed: boolean }>({
    answer: null,
    failed: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer emulator answers otherwise
  useEffect(() => {
    if (output === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function read(name: string): Promise<void> {
      try {
        const answer = await call("getScalarEmulatorOutputs", {
          params: { job_id: jobId, data_set: "validation" },
          query: { options: { outputs: [name] } },
          signal: controller.signal,
        });
        if (answer.status === "ready") return setState({ answer, failed: false });
      } catch (thrown) {
        if (isAbort(thrown)) return;
        setState((before) => ({ ...before, failed: true }));
      }
      timer = setTimeout(() => void read(name), RETRY_MS);
    }
    void read(output);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [jobId, output, version]);
  return state;
}
