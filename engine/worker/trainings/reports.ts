/** Sends what became of a training to the platform: first its files, then the report until that is acknowledged. */
import { join } from "node:path";
import type { TrainingAttempt } from "@understudy/shared/worker-training.ts";
import type { Requests } from "../connection/requests.ts";
import { messageOf } from "../support/message-of.ts";
import type { TrainingEnd } from "./training-child.ts";
import type { TrainingUploads } from "./uploads.ts";

/** Time limit for sending the last checkpoint of a training that is given back. */
const LAST_CHECKPOINT_MS = 20_000;

type EndedTraining = {
  readonly attempt: TrainingAttempt;
  readonly directory: string;
  readonly uploads: TrainingUploads;
  readonly controller: AbortController;
  readonly end: TrainingEnd | null;
};

export const nameOf = ({ job }: TrainingAttempt): string => `The training of job ${job}`;

/** @param closing Aborted when the client ends. */
export function createTrainingReports(
  requests: Requests,
  closing: AbortSignal,
  onMessage: (text: string, isProblem: boolean) => void,
) {
  const fail = async (attempt: TrainingAttempt, kind: "model" | "infrastructure", reason: string) => {
    onMessage(`${nameOf(attempt)} failed: ${reason}`, true);
    await requests.ask(
      { type: "training-failed", ...attempt, kind, reason: reason.slice(0, 2_000) },
      closing,
    );
  };
  return {
    report: async ({ attempt, directory, uploads, end }: EndedTraining): Promise<void> => {
      if (end === null || end.type === "suspended") return;
      if (end.type === "failed") return await fail(attempt, end.kind, end.reason);
      const { file, stopReason } = end.emulator;
      await uploads.sendCheckpoint(closing);
      const { upload, refusal } = await uploads.send("emulator", join(directory, file), closing);
      if (refusal !== null) {
        return await fail(attempt, "infrastructure", `The platform did not accept the emulator. ${refusal}`);
      }
      await requests.ask({ type: "trained", ...attempt, upload, end: stopReason }, closing);
      onMessage(`${nameOf(attempt)} is done (${stopReason}).`, false);
    },
    giveBack: async ({ attempt, uploads, controller }: EndedTraining): Promise<void> => {
      const deadline = AbortSignal.any([closing, AbortSignal.timeout(LAST_CHECKPOINT_MS)]);
      await uploads.sendCheckpoint(deadline).catch(() => undefined);
      const reason = controller.signal.aborted
        ? messageOf(controller.signal.reason)
        : "Its server is leaving.";
      onMessage(`${nameOf(attempt)} was given back.`, false);
      await requests.ask({ type: "training-given-back", ...attempt, reason }, closing);
    },
  };
}
