/** The share of the designs that are built which will be in spec, while their inputs vary as they are distributed. */
import { z } from "zod";
import { keptRelation } from "../domain/data-note.ts";
import { distributions } from "../domain/distribution.ts";
import { simulationValue } from "../domain/simulation.ts";
import { MAX_YIELD_INPUTS } from "../limits.ts";
import { jobParams } from "./job.ts";
import { distributedInput } from "./job-distributions.ts";
import { route } from "./route.ts";

const finite = z.number().nullable();

/** `distribution`: the one that was asked for, or the one that it has when none is. */
export const yieldInput = distributedInput.extend({
  trained: z
    .object({
      min: z.number().describe("The smallest value in the training rows, in the stored unit."),
      max: z.number().describe("The largest value in the training rows, in the stored unit."),
    })
    .nullable()
    .describe(
      "The range of the rows that the emulator was trained on; null for options, and for inputs that it does not read.",
    ),
  tightened_yield: finite.describe(
    "The yield once the spread of this input alone is halved; null of options and of what does not vary.",
  ),
});
export type YieldInput = z.infer<typeof yieldInput>;

/** `lower` and `upper`: the 95% interval. */
const bounded = z.object({
  value: z.number().describe("The estimate, 0 .. 1."),
  lower: z.number().describe("The lower end of its 95% interval."),
  upper: z.number().describe("The upper end of its 95% interval."),
});

export const yieldAnswer = z.object({
  inputs: z
    .array(yieldInput)
    .describe("The input that follows from the others where the designs keep a relation is not one of them."),
  kept_relation: keptRelation
    .nullable()
    .describe("The relation that all designs keep; null: the inputs are independent."),
  least_score: finite.describe(
    "The score from which on a design counts as good; null: the limits on other outputs alone decide.",
  ),
  failing: bounded.describe(
    "The share of all designs that is not in spec: 1 less the yield, to more digits.",
  ),
  sigma_level: z
    .object({
      value: finite.describe("The estimate, in standard deviations."),
      lower: finite.describe("The lower end of its 95% interval."),
      upper: finite.describe("The upper end of its 95% interval."),
    })
    .describe("One-sided: a yield of 99.865% is 3. Null where none or all are in spec."),
  sampling_reach: z
    .number()
    .describe(
      "The half width of the interval that the size of the sample alone causes; the rest is the emulator's.",
    ),
  share_outside: z
    .number()
    .describe(
      "The share of the distribution outside the range of the training rows, or where the input that follows from the others leaves its range. The interval counts it as in spec at one end and as out of spec at the other.",
    ),
  method: z
    .enum(["quasi-random sampling", "importance sampling", "subset simulation"])
    .describe("The method that gave the estimate."),
  evaluations: z.int().describe("Points that the emulator predicted."),
  is_late: z.boolean().describe("True: the computation was cut short by the limit of time."),
  histogram: z
    .object({
      edges: z
        .array(z.number())
        .describe("The borders of the bins, in ascending order; one more than there are bins."),
      shares: z.array(z.number()).describe("The share of the scores in each bin, 0 .. 1."),
    })
    .nullable()
    .describe("`shares` has the share of the scores in each bin; null where fewer than two differ."),
  worst_corner: z
    .object({
      inputs: z.record(z.string(), simulationValue).describe("The values of all inputs."),
      score: finite.describe("Its score."),
      in_spec: z.boolean().describe("True: it is in spec."),
      is_surely_out: z
        .boolean()
        .describe("True: it is out of spec even with its outputs at the more favourable of their bounds."),
      is_outside: z.boolean().describe("An input lies outside the range of the training rows."),
    })
    .nullable()
    .describe(
      "The worst design within 3 standard deviations of every input; null where it was not looked for.",
    ),
});
export type YieldAnswer = z.infer<typeof yieldAnswer>;

export const yieldRoutes = {
  computeYield: route({
    method: "POST",
    path: "/jobs/{job_id}/yield",
    summary: "The yield on a job's emulator, with its interval, for inputs that are distributed so",
    audience: "full-user",
    params: jobParams,
    body: z.object({
      distributions: distributions
        .refine((distributionByInput) => Object.keys(distributionByInput).length <= MAX_YIELD_INPUTS, {
          error: "Too many inputs",
        })
        .default({})
        .describe(
          "The distributions by column; the other inputs are uniform over the job's range, or fixed where it has none.",
        ),
      least_score: z
        .number()
        .nullable()
        .default(null)
        .describe(
          "The least score that is in spec. Null: it is 0 where the score function says what is in spec.",
        ),
    }),
    bodyLimit: 1024 ** 2,
    response: yieldAnswer,
  }),
} as const;
