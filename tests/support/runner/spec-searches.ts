/** Searches for designs out of spec whose simulations stub servers run; the test file starts the runner. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { OutOfSpecRecord } from "@understudy/server/models/job-results.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { storeTrainedSpecJob } from "../specs/trained-spec-job.ts";
import { platform, start, store } from "./simulating-jobs.ts";

/** sum = sin(3 x) + y² is less than .3 in two corners, and more than 1.6 about x = pi / 6, y = 1. */
const WITHIN_LIMITS = {
  name: "Within limits",
  inputs: {
    output: { type: "Output Scalar", output_name: "sum" },
    lower: { type: "Scalar", value: 0.3 },
    upper: { type: "Scalar", value: 1.6 },
  },
} as const satisfies JobRun["score_function"];

export const lookOutOfSpec = (run: Partial<JobRun>): Promise<JobRecord> =>
  start(
    { score_function: WITHIN_LIMITS, maximum_simulations: 20, ...run },
    { objective: "Out of Spec", name: "Fails" },
  );

/** On the emulator of a trained job. */
export async function onEmulator(): Promise<Pick<JobRun, "emulator" | "emulator_job_id">> {
  const trained = await storeTrainedSpecJob(platform);
  const file = `../${trained._id}/${trained.emulator_file}`;
  return { emulator: { file, version: 1, starts: null }, emulator_job_id: trained._id };
}

export async function readOutOfSpecRecord({ _id }: JobRecord): Promise<OutOfSpecRecord> {
  const record = await store.outOfSpecs.findOne({ _id });
  if (record === null) throw new Error("Nothing was found.");
  return record;
}
