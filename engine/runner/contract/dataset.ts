/** The order that makes a dataset of simulations, and the message with its result: see messages.ts. */
import { dataOptions, jobConfig } from "@understudy/shared/api/job-config.ts";
import { z } from "zod";
import { gatheredResults, sourceFile } from "./work-messages.ts";

const buildWork = gatheredResults.extend({
  workDir: z.string(),
  extraData: sourceFile.nullable(),
  validationPercentage: z.number(),
  options: dataOptions.pick({ failed_run_marks: true, left_out_rows: true }),
});
export type BuildWork = z.infer<typeof buildWork>;

export const TRAINING_ORDERS = [z.object({ type: z.literal("build-dataset"), work: buildWork })] as const;

export const TRAINING_RESULT = z.object({
  type: z.literal("built"),
  rows: jobConfig.pick({ left_out: true, suspected_marks: true }),
});
