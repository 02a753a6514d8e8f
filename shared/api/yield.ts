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
  /**
   * The range of the rows that the emulator was trained on; null for options, and for inputs that it does not read.
   */
  trained: z.object({ min: z.number(), max: z.number() }).nullable(),
  /** The yield once the spread of this input alone is halved; null of options and of what does not vary. */
  tightened_yield: finite,
});
export type YieldInput = z.infer<typeof yieldInput>;

/** `lower` and `upper`: the 95% interval. */
const bounded = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

export const yieldAnswer = z.object({
  /** The input that follows from the others where the designs keep a relation is not one of them. */
  inputs: z.array(yieldInput),
  /** The relation that all designs keep; null: the inputs are independent. */
  kept_relation: keptRelation.nullable(),
  /** The score from which on a design counts as good; null: the limits on other outputs alone decide. */
  least_score: finite,
  /** The share of all designs that is not in spec: 1 less the yield, to more digits. */
  failing: bounded,
  /** One-sided: a yield of 99.865% is 3. Null where none or all are in spec. */
  sigma_level: z.object({ value: finite, lower: finite, upper: finite }),
  /** The half width of the interval that the size of the sample alone causes; the rest is the emulator's. */
  sampling_reach: z.number(),
  /**
   * The share of the distribution outside the range of the training rows, or where the input that follows from the others leaves its
   * range. The interval counts it as in spec at one
   * end and as out of spec at the other.
   */
  share_outside: z.number(),
  method: z.enum(["quasi-random sampling", "importance sampling", "subset simulation"]),
  /** Points that the emulator predicted. */
  evaluations: z.int(),
  /** True: the computation was cut short by the limit of time. */
  is_late: z.boolean(),
  /** `shares` has the share of the scores in each bin; null where fewer than two differ. */
  histogram: z.object({ edges: z.array(z.number()), shares: z.array(z.number()) }).nullable(),
  /** The worst design within 3 standard deviations of every input; null where it was not looked for. */
  worst_corner: z
    .object({
      inputs: z.record(z.string(), simulationValue),
      score: finite,
      in_spec: z.boolean(),
      /** True: it is out of spec even with its outputs at the more favourable of their bounds. */
      is_surely_out: z.boolean(),
      /** An input lies outside the range of the training rows. */
      is_outside: z.boolean(),
    })
    .nullable(),
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
      /** The distributions by column; the other inputs are uniform over the job's range, or fixed where it has none. */
      distributions: distributions
        .refine((distributionByInput) => Object.keys(distributionByInput).length <= MAX_YIELD_INPUTS, {
          error: "Too many inputs",
        })
        .default({}),
      /** The least score that is in spec. Null: it is 0 where the score function says what is in spec. */
      least_score: z.number().nullable().default(null),
    }),
    bodyLimit: 1024 ** 2,
    response: yieldAnswer,
  }),
} as const;
