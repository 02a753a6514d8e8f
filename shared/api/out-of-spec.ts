/**
 * These schemas describe where designs are out of spec, as far as a job knows, and how simulations on servers confirm
 * it.
 */
import { z } from "zod";
import { simulationValue } from "../domain/simulation.ts";
import { scalarValue } from "../domain/variable.ts";
import { jobParams } from "./job.ts";
import { optimization, predictedDesign } from "./optimization.ts";
import { route } from "./route.ts";

/** A share with its 95% interval, all from 0 to 1. */
export const share = z.object({
  value: z.number().describe("The estimate, 0 .. 1."),
  lower: z.number().describe("The lower end of its 95% interval."),
  upper: z.number().describe("The upper end of its 95% interval."),
});
export type Share = z.infer<typeof share>;

/**
 * A box bounds a variable, or an `element` of a Vector; null: that side has no bound. Whole numbers lie within both.
 */
export const boxBound = z.object({
  name: z.string(),
  element: z.int().nullable().describe("The element of a Vector, from 0; null for other variables."),
  lower: z.number().nullable().describe("The lower bound; null: there is none."),
  upper: z.number().nullable().describe("The upper bound; null: there is none."),
  is_integer: z.boolean().describe("True: only whole numbers."),
  options: z
    .array(scalarValue)
    .nullable()
    .describe("The options of a variable that the box holds; null for numbers."),
});
export type BoxBound = z.infer<typeof boxBound>;

/** A region of the ranges all of whose designs are out of spec, apart from all others. */
export const failingRegion = z.object({
  volume: share.describe("The share of the ranges as they are searched: those over many decades by decade."),
  probability: share.describe(
    "The share of designs that are uniform over the ranges, or distributed as the job's inputs.",
  ),
  bounds: z
    .array(boxBound)
    .describe("The smallest box around the region; only bounds that narrow the ranges."),
  density: z.number().describe("The share of the designs in the box that is out of spec, 0 .. 1."),
  core: z
    .object({
      bounds: z.array(boxBound).describe("The bounds of this part."),
      density: z.number().describe("The share of the designs in this part that is out of spec, 0 .. 1."),
      coverage: z.number().describe("The share of the region that this part contains, 0 .. 1."),
    })
    .nullable()
    .describe(
      "The part of the box where most are, which holds `coverage` of the region; null where the box says as much.",
    ),
  worst: predictedDesign.describe("The design with the lowest score in the region."),
  confirmed: z.int().describe("Simulations in the box that confirmed a failure."),
  refuted: z
    .int()
    .describe("Simulations in the box that were in spec though they were predicted out of spec."),
});
export type FailingRegion = z.infer<typeof failingRegion>;

/** `unverified`: the emulator predicts that it is out of spec, and no simulation has confirmed it. */
export const specClass = z.enum(["in-spec", "out-of-spec-verified", "out-of-spec-unverified"]);
export type SpecClass = z.infer<typeof specClass>;

/** The counts compare the emulator's prediction of designs with the servers' simulations of them. */
export const falseAlarms = z.object({
  confirmed: z.int().describe("Designs predicted out of spec that a simulation confirmed."),
  false_alarms: z.int().describe("Designs predicted out of spec that a simulation found in spec."),
  misses: z.int().describe("Designs predicted in spec that a simulation found out of spec."),
  confirmed_in_spec: z.int().describe("Designs predicted in spec that a simulation confirmed."),
  false_alarm_share: share
    .nullable()
    .describe("The share of the designs predicted out of spec that are in spec; null: there were none."),
  miss_share: share
    .nullable()
    .describe("The share of the designs predicted in spec that are out of spec; null: there were none."),
  without_score: z.int().describe("Simulations that failed or gave no score."),
});
export type FalseAlarms = z.infer<typeof falseAlarms>;

export const outOfSpecEnd = z.enum(["converged", "exhausted", "time limit", "evaluation limit"]);

export const outOfSpec = z.object({
  is_simulated: z.boolean().describe("True: servers simulate its designs; false: an emulator predicts them."),
  is_verified: z.boolean().describe("True: servers verify what an emulator predicts."),
  evaluations: z.int().describe("Designs that the emulator rated."),
  simulations: z.int().describe("Simulations that have ended."),
  is_distributed: z
    .boolean()
    .default(false)
    .describe(
      "Probabilities are those of designs whose inputs are distributed as the job's; otherwise uniformly over the ranges.",
    ),
  stop_reason: outOfSpecEnd.nullable().describe("The reason why it ended; null while it runs."),
  shares: z
    .object({
      predicted: share.describe("The share that is out of spec as predicted."),
      surely: share.describe("The share that is out of spec by the whole 95% band."),
      possibly: share.describe("The share that is out of spec by some part of the 95% band."),
      probability: share.describe("The probability that a design is out of spec."),
      unrated: share.describe("The share of the designs that have no score."),
    })
    .nullable()
    .describe(
      "The shares of the ranges that are out of spec (as predicted; by the bounds surely and possibly) and that have no score. Null until they are known.",
    ),
  regions: z.array(failingRegion).describe("The regions, the largest first."),
  points: z
    .array(
      z.object({
        inputs: z.record(z.string(), simulationValue).describe("The values of all variables that vary."),
        score: z.number().nullable().describe("The score; null: it has none."),
        lower_bound: z
          .number()
          .nullable()
          .describe("The score with the outputs at their less favourable bounds."),
        upper_bound: z
          .number()
          .nullable()
          .describe("The score with the outputs at their more favourable bounds."),
        class: specClass.describe(
          "Whether the design is out of spec, and whether a simulation has confirmed it.",
        ),
        simulation_id: z
          .int()
          .nullable()
          .describe("The row of the simulations table that holds it; null: it was not recorded."),
      }),
    )
    .describe("The worst designs, at most 1,000, of all regions."),
  false_alarms: falseAlarms
    .nullable()
    .describe("The counts are null where no emulator's predictions are verified."),
  emulator: optimization.shape.emulator.describe(
    "The job whose emulator it ran on, while that exists; `is_current`: it has not been trained again since.",
  ),
});
export type OutOfSpec = z.infer<typeof outOfSpec>;
export type OutOfSpecPoint = OutOfSpec["points"][number];

export const outOfSpecRoutes = {
  getOutOfSpec: route({
    method: "GET",
    path: "/jobs/{job_id}/out_of_spec",
    summary: "Where designs are out of spec, as far as a job has found out",
    audience: "full-user",
    params: jobParams,
    response: outOfSpec,
  }),
} as const;
