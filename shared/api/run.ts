import { z } from "zod";

/** These counts are the progress of a job's simulations. Those that are neither failed nor complete wait, or run. */
export const simulationCounts = z.object({
  planned: z.int().describe("The number of simulations that there will be, unless some are deleted."),
  running: z.int().describe("Simulations that run now."),
  complete: z.int().describe("Simulations that ended with a result."),
  failed: z.int().describe("Simulations that failed."),
});

/** One emulator on the way: how well it predicts simulations that were held out. */
export const runRound = z.object({
  simulations: z
    .int()
    .describe(
      "Simulations that it was trained on, and those of the design that its accuracy was measured on.",
    ),
  coefficients_of_determination: z
    .record(z.string(), z.number())
    .describe("One coefficient for each output."),
  placed: z.int().describe("Simulations that were placed where it was least certain."),
});
export type RunRound = z.infer<typeof runRound>;
