/** The progress of real trainings on busy machines, as `npm run bench -- training-progress` records it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const RECORDS_FILE = join(import.meta.dirname, "recorded-trainings.json");

const recordedTraining = z.object({
  /** The data set and the effort. */
  label: z.string(),
  /** The seconds that the reference machine is expected to take. */
  reference: z.number(),
  /** Seconds by the clock for each second of the reference machine, as measured just before the training. */
  slowdown: z.number(),
  /** The seconds that the training took. */
  seconds: z.number(),
  /** Seconds since the start, the share of the plan that is done, and the seconds that the budget leaves at most. */
  steps: z.array(z.tuple([z.number(), z.number(), z.number()])),
});
export type RecordedTraining = z.infer<typeof recordedTraining>;

export const readRecordedTrainings = (): RecordedTraining[] =>
  z.array(recordedTraining).parse(JSON.parse(readFileSync(RECORDS_FILE, "utf8")));
