import { z } from "zod";

/** These counts are the progress of a job's simulations. Those that are neither failed nor complete wait, or run. */
export const simulationCounts = z.object({
  /** The number of simulations that there will be, unless some are deleted. */
  planned: z.int(),
  running: z.int(),
  complete: z.int(),
  failed: z.int(),
});

/** One emulator on the way: how well it predicts simulations that were held out. */
export const runRound = z.object({
  /** Simulations that it was trained on, and those of the design that its accuracy was measured on. */
  simulations: z.int(),
  /** One coefficient for each output. */
  coefficients_of_determination: z.record(z.string(), z.number()),
  /** Simulations that were placed where it was least certain. */
  placed: z.int(),
});
export type RunRound = z.infer<typeof runRound>;
