/** Optimizations whose simulations stub servers run; the test file starts the runner. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { OptimizationRecord } from "@understudy/server/models/job-results.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { start, store } from "./simulating-jobs.ts";

/** sum = sin(3 x) + y² is largest at x = pi / 6, y = 1: 2. */
export const BEST_SUM = 2;
export const LARGEST_SUM = {
  name: "Maximise output",
  inputs: { output: { type: "Output Scalar", output_name: "sum" } },
} as const satisfies JobRun["score_function"];

export const optimize = (run: Partial<JobRun>): Promise<JobRecord> =>
  start(
    { score_function: LARGEST_SUM, maximum_simulations: 30, ...run },
    { objective: "Optimization", name: "Best sum" },
  );
export async function foundBy({ _id }: JobRecord): Promise<OptimizationRecord> {
  const record = await store.optimizations.findOne({ _id });
  if (record === null) throw new Error("Nothing was found.");
  return record;
}
