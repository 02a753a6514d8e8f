/**
 * The distributions of a job's inputs are stored with it. Everybody who opens the job, and its search, use the same
 * ones.
 */
import { z } from "zod";
import { distribution } from "../domain/distribution.ts";
import { scalarValue } from "../domain/variable.ts";
import { MAX_YIELD_INPUTS } from "../limits.ts";
import { boundedRecord } from "./bounded.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** A column that a distribution can be given to. */
export const distributedInput = z.object({
  name: z.string(),
  kind: z.enum(["number", "whole number", "options"]),
  options: z.array(scalarValue).nullable().describe("A choice has its options here, and a number has null."),
  lower: z
    .number()
    .nullable()
    .describe("The range of the job. Options and inputs that the job does not vary have null."),
  upper: z.number().nullable().describe("The upper end of that range; null as `lower`."),
  nominal: scalarValue.describe("The variable's own value."),
  distribution: distribution.describe("Its own distribution, or the one that it has without."),
});
export type DistributedInput = z.infer<typeof distributedInput>;

/** A design has a value for each column. */
const columns = z.record(z.string(), scalarValue);

export const jobDistributions = z.object({
  inputs: z.array(distributedInput).describe("The inputs, in the order of the variables."),
  distributions: z
    .record(z.string(), distribution)
    .describe("The columns that have a distribution of their own."),
  around: columns.nullable().describe("The design that they lie around; null: the ranges of the job."),
  least_score: z
    .number()
    .nullable()
    .describe(
      "The score from which on a design counts as good, where the score function does not say; null: nobody has said.",
    ),
  revision: z
    .int()
    .describe(
      "The revision rises with every change of the job: an answer that is older than what is known is left out.",
    ),
});
export type JobDistributions = z.infer<typeof jobDistributions>;

const distributionsBase = z.object({
  distributions: boundedRecord(distribution.nullable(), MAX_YIELD_INPUTS)
    .optional()
    .describe("The distributions by column; null: the column had none of its own."),
  around: boundedRecord(scalarValue, MAX_YIELD_INPUTS)
    .nullable()
    .optional()
    .describe("The design that they lay around; null: the ranges of the job."),
  least_score: z
    .number()
    .nullable()
    .optional()
    .describe("The score from which on a design counted as good; null: nobody had said."),
});

export const jobDistributionRoutes = {
  getJobDistributions: route({
    method: "GET",
    path: "/jobs/{job_id}/distributions",
    summary: "How the inputs of a job are distributed",
    audience: "full-user",
    params: jobParams,
    response: jobDistributions,
  }),
  updateJobDistributions: route({
    method: "PUT",
    path: "/jobs/{job_id}/distributions",
    summary: "Change how some inputs of a job are distributed",
    audience: "full-user",
    params: jobParams,
    body: z.object({
      base: distributionsBase
        .optional()
        .describe(
          "The values that were read. Where one that is to change, or to go, is another by now, nothing is changed. A value that is left out is changed in any case.",
        ),
      distributions: boundedRecord(distribution.nullable(), MAX_YIELD_INPUTS).describe(
        "The distributions by column; null removes a column's own. The others stay as they are while `around` does, and have none of their own otherwise.",
      ),
      around: boundedRecord(scalarValue, MAX_YIELD_INPUTS)
        .nullable()
        .default(null)
        .describe("The design that the distributions lie around; null: the ranges of the job."),
      least_score: z.number().nullable().optional().describe("An absent field stays as it is."),
    }),
    bodyLimit: 2 * 1024 ** 2,
    response: jobDistributions,
  }),
} as const;
