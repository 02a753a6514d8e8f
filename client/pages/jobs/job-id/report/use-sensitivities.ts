import type { SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useWhenReady } from "../emulator/use-when-ready.ts";

type Sensitivities = {
  readonly status: "ready" | "loading";
  /** The answers by output. */
  readonly answers: ReadonlyMap<string, SensitivityAnswer>;
};

/** The sensitivities of the outputs, once all are computed; null until then, and none where they cannot be computed. */
export function useSensitivities(jobId: number, names: readonly string[]): Sensitivities["answers"] | null {
  const version = useEmulatorVersion(jobId);
  const { answer, failed } = useWhenReady(
    JSON.stringify([jobId, version, names]),
    async (signal): Promise<Sensitivities> => {
      const answers = await Promise.all(
        names.map((output) =>
          call("getSensitivity", { params: { job_id: jobId }, query: { output }, signal }),
        ),
      );
      const isLoading = answers.some(({ status, output }) => status === "loading" || output === null);
      const pairs = names.flatMap((name, at) => {
        const sensitivity = answers[at];
        return sensitivity === undefined ? [] : [[name, sensitivity] as const];
      });
      return { status: isLoading ? "loading" : "ready", answers: new Map(pairs) };
    },
  );
  return answer?.answers ?? (failed ? new Map() : null);
}
