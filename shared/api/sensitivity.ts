import { z } from "zod";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** The values over which an input is taken to vary: those it had in training, as stored. */
export const inputRange = z.object({
  name: z.string(),
  is_used: z
    .boolean()
    .describe("False: it was fixed, or the same in every training row, and its value changes nothing."),
  spacing: z
    .enum(["linear", "logarithmic", "other", "levels"])
    .describe(
      "Values are spread over the range evenly; evenly in their logarithm; evenly on another scale on which the training rows lie evenly, such as one that is linear around zero and logarithmic beyond; or evenly over `levels`.",
    ),
  min: z.number().nullable().describe("The range; null for an input with levels."),
  max: z.number().nullable().describe("The upper end of the range; null for an input with levels."),
  levels: z.array(z.string()).nullable().describe("The levels; null for a number."),
});
export type InputRange = z.infer<typeof inputRange>;

/** A share of the variance, 0 .. 1, with its 95% interval. */
export const sensitivityIndex = z.object({
  value: z.number().describe("The share of the variance, 0 .. 1."),
  lower_bound: z.number().describe("The lower end of its 95% interval."),
  upper_bound: z.number().describe("The upper end of its 95% interval."),
});
export type SensitivityIndex = z.infer<typeof sensitivityIndex>;

/** The same indices along a curve; null where no input changes it. */
export const sensitivityCurve = z.object({
  values: z
    .array(z.number().nullable())
    .describe("The share of the variance at each point, 0 .. 1; null where no input changes it."),
  lower_bounds: z.array(z.number().nullable()).describe("The lower ends of the 95% intervals."),
  upper_bounds: z.array(z.number().nullable()).describe("The upper ends of the 95% intervals."),
});
export type SensitivityCurve = z.infer<typeof sensitivityCurve>;

export const outputSensitivity = z.object({
  name: z.string(),
  coefficient_of_determination: z
    .number()
    .describe("The emulator's coefficient on validation rows. A curve has one for all its values together."),
  standard_deviation: z
    .number()
    .describe(
      "The standard deviation over the inputs' ranges, as stored; for a curve, the root of the mean variance along it. 0: no input changes the output.",
    ),
  indices: z
    .array(
      z.object({
        first_order: sensitivityIndex.describe(
          "The share of the variance that the input explains by itself.",
        ),
        total: sensitivityIndex.describe(
          "The share that the input explains by itself and together with others.",
        ),
      }),
    )
    .describe(
      "One index for each of the inputs, in their order. For a curve as a whole, the places where it varies most count most.",
    ),
  curve: z
    .object({
      coordinate_values: z.array(z.number()).describe("The places of the points along the coordinate."),
      indices: z
        .array(
          z.object({
            first_order: sensitivityCurve.describe(
              "The share of the variance that the input explains by itself.",
            ),
            total: sensitivityCurve.describe(
              "The share that the input explains by itself and together with others.",
            ),
          }),
        )
        .describe("One index for each of the inputs, in their order."),
    })
    .nullable()
    .describe("The curve; null for a scalar."),
  evaluations: z.int().describe("Points at which the emulator was evaluated."),
});
export type OutputSensitivity = z.infer<typeof outputSensitivity>;

export const sensitivityAnswer = z.object({
  status: z
    .enum(["ready", "loading"])
    .describe("`loading` while the indices are being computed: ask again after a second."),
  emulator_version: z.int().describe("The answer is about the job's emulator of this version."),
  inputs: z.array(inputRange).describe("The inputs and the ranges that they vary over."),
  output: outputSensitivity
    .nullable()
    .describe(
      "The answer is null while it is being computed: the computation goes on as long as somebody asks again within a few seconds.",
    ),
});
export type SensitivityAnswer = z.infer<typeof sensitivityAnswer>;

export const sensitivityRoutes = {
  getSensitivity: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator/sensitivity",
    summary: "Sobol indices of one output: how much of its variance comes from which input",
    audience: "full-user",
    params: jobParams,
    query: z.object({ output: z.string().describe("The name of the output.") }),
    response: sensitivityAnswer,
  }),
} as const;
