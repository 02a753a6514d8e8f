/** Sends the points of the training curves and the progress of a training: one message at a time, each until it is answered. */
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_TRAINING_POINTS, type TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import type { Requests } from "../support/requests.ts";

/** Time between messages, in which points are gathered. */
const BATCH_MS = 100;
const MAX_TEXT_LENGTH = 200;

type Point = { readonly coefficientOfDetermination: number; readonly loss: number };
export type TrainingPoints = ReturnType<typeof createTrainingPoints>;

/** @param from The index of the next point. */
export function createTrainingPoints(
  requests: Requests,
  attempt: TrainingAttempt,
  from: number,
  signal: AbortSignal,
) {
  let next = from;
  let waiting: Point[] = [];
  let progress = { percentage: 0, text: "Training" };
  let hasChanged = false;
  let sending: Promise<void> | null = null;

  const send = async (): Promise<void> => {
    while (hasChanged) {
      hasChanged = false;
      const batch = waiting.slice(0, MAX_TRAINING_POINTS);
      const points = {
        from: next,
        coefficient_of_determination: batch.map((point) => point.coefficientOfDetermination),
        loss: batch.map((point) => point.loss),
      };
      const answer = await requests.ask({ type: "training-points", ...attempt, points, ...progress }, signal);
      // Whatever index the platform answers, none of these is sent again under another one.
      waiting = waiting.slice(batch.length);
      next = answer.next;
      if (waiting.length > 0) hasChanged = true;
      await sleep(BATCH_MS, undefined, { signal });
    }
  };
  const wake = () => {
    hasChanged = true;
    sending ??= send()
      .catch(() => undefined)
      .finally(() => {
        sending = null;
      });
  };

  return {
    add: ({ coefficientOfDetermination, loss }: Point): void => {
      waiting.push({ coefficientOfDetermination, loss });
      wake();
    },
    progress: (percentage: number, text: string): void => {
      progress = { percentage, text: text.slice(0, MAX_TEXT_LENGTH) };
      wake();
    },
    /** Resolves once all has arrived, or the signal was aborted. */
    flush: async (): Promise<void> => {
      while (sending !== null) await sending;
    },
  };
}
