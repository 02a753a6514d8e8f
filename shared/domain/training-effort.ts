import type { TrainingEffort } from "./job.ts";

/**
 * How long a training of each effort may compute, in seconds of a machine that does nothing else; most end sooner. On a busy machine it
 * takes longer by the clock (engine/training/training-time.ts).
 */
export const TRAINING_SECONDS: Readonly<Record<TrainingEffort, number>> = {
  quick: 60,
  standard: 180,
  thorough: 1800,
};

/** As "3 minutes". */
export const effortTimeText = (seconds: number): string =>
  seconds === 60 ? "a minute" : `${Math.round(seconds / 60)} minutes`;
