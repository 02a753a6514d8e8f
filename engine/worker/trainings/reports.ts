/** Telling the platform what a training came to: first its files, then the word of it, until that is acknowledged. */
import { join } from "node:path";
import type { TrainingAttempt } from "@understudy/shared/worker-training.ts";
import { messageOf } from "../command-line/message-of.ts";
import type { Requests } from "../connection/requests.ts";
import type { TrainingEnd } from "./train-here.ts";
import type { TrainingUploads } from "./uploads.ts";

/** How long the last checkpoint of a training that is given back may travel. */
const LAST_CHECKPOINT_MS = 20_000;

type Told = {
  readonly attempt: TrainingAttempt;
  readonly directory: string;
  readonly uploads: TrainingUploads;
  readonly end: AbortController;
  readonly came: TrainingEnd | null;
};

export const nameOf = ({ job }: TrainingAttempt): string => `The training of job ${job}`;

/** @param life Aborted when the client ends. */
export function createTrainingReports(
  requests: Requests,
  life: AbortSignal,
  onNews: (text: string, isBad: boolean) => void,
) {
  const fail = async (attempt: TrainingAttempt, kind: "model" | "infrastructure", reason: string) => {
    onNews(`${nameOf(attempt)} failed: ${reason}`, true);
    await requests.ask({ type: "training-failed", ...attempt, kind, reason: reason.slice(0, 2_000) }, life);
  };
  return {
    report: async ({ attempt, directory, uploads, came }: Told): Promise<void> => {
      if (came === null || came.type === "suspended") return;
      if (came.type === "failed") return await fail(attempt, came.kind, came.reason);
      const { file, stopReason } = came.emulator;
      await uploads.sendCheckpoint(life);
      const { upload, refusal } = await uploads.send("emulator", join(directory, file), life);
      if (refusal !== null) {
        return await fail(attempt, "infrastructure", `The platform does not take the emulator. ${refusal}`);
      }
      await requests.ask({ type: "trained", ...attempt, upload, end: stopReason }, life);
      onNews(`${nameOf(attempt)} is done (${stopReason}).`, false);
    },
    giveBack: async ({ attempt, uploads, end }: Told): Promise<void> => {
      const deadline = AbortSignal.any([life, AbortSignal.timeout(LAST_CHECKPOINT_MS)]);
      await uploads.sendCheckpoint(deadline).catch(() => undefined);
      const reason = end.signal.aborted ? messageOf(end.signal.reason) : "Its server is leaving.";
      onNews(`${nameOf(attempt)} is given back.`, false);
      await requests.ask({ type: "training-given-back", ...attempt, reason }, life);
    },
  };
}
