/** The speed of a machine that trains is relative to the machine whose trainings the estimates were fitted to. */
import { z } from "zod";

/**
 * Seconds by the clock for each second that the reference machine needs when it does nothing else. The likely ratio is the median;
 * nine of ten trainings lie between the other two.
 */
export const trainingPace = z.object({
  low: z.number().positive().describe("The lower end of the range of nine in ten trainings."),
  likely: z.number().positive().describe("The median."),
  high: z.number().positive().describe("The upper end of that range."),
});
export type TrainingPace = z.infer<typeof trainingPace>;

/** Short trainings get a larger share of a busy machine than long ones (`isShortTraining`), so each kind has a pace of its own. */
export const trainingSpeed = z.object({
  short: trainingPace.describe("The pace of trainings that are expected to end within a minute."),
  long: trainingPace.describe("The pace of longer trainings."),
});
export type TrainingSpeed = z.infer<typeof trainingSpeed>;

/** The pace of a machine that nothing is known of: half as fast to three times as slow as the reference machine. */
const UNKNOWN_PACE: TrainingPace = { low: 0.5, likely: 1, high: 3 };
export const UNKNOWN_SPEED: TrainingSpeed = { short: UNKNOWN_PACE, long: UNKNOWN_PACE };

/** The reference machine itself, doing nothing else: 2 cores of an AVX-512 Xeon. The guide states the times that it takes. */
const REFERENCE_PACE: TrainingPace = { low: 1 / 1.6, likely: 1, high: 1.6 };
export const REFERENCE_SPEED: TrainingSpeed = { short: REFERENCE_PACE, long: REFERENCE_PACE };
