import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";

/** The messages that a server sends about its training. */
export type TrainingMessage = Extract<
  ToPlatform,
  {
    type:
      | "training-accept"
      | "training-decline"
      | "training-points"
      | "training-file"
      | "trained"
      | "training-failed"
      | "training-given-back";
  }
>;
export type MessageOf<Type extends TrainingMessage["type"]> = Extract<TrainingMessage, { type: Type }>;

/** The two fields that identify an attempt, of any message that names one. */
export const toAttempt = ({ job, attempt }: TrainingAttempt): TrainingAttempt => ({ job, attempt });
