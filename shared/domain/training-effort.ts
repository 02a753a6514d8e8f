import type { TrainingEffort } from "./job.ts";

/**
 * The computing time of a training is limited by its effort, in seconds of a machine that does nothing else; most
 * trainings end sooner. On a busy machine it takes longer by the clock (engine/training/training-time.ts).
 */
export const TRAINING_SECONDS: Readonly<Record<TrainingEffort, number>> = {
  quick: 60,
  standard: 180,
  thorough: 1800,
};

/** However busy the machine, a training ends after so many times the limit of its effort by the clock. */
export const MAX_WALL_RATIO = 10;

/** Writes a time as "3 minutes". */
export const effortTimeText = (seconds: number): string =>
  seconds === 60 ? "a minute" : `${Math.round(seconds / 60)} minutes`;
