import { z } from "zod";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** The values over which an input is taken to vary: those it had in training, as stored. */
export const inputRange = z.object({
  name: z.string(),
  /** False: it was fixed, or the same in every training row, and its value changes nothing. */
  is_used: z.boolean(),
  /**
   * Values are spread over the range evenly; evenly in their logarithm; evenly on another scale on which the training
   * rows lie evenly, such as one that is linear around zero and logarithmic beyond; or evenly over `levels`.
   */
  spacing: z.enum(["linear", "logarithmic", "other", "levels"]),
  /** The range; null for an input with levels. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The levels; null for a number. */
  levels: z.array(z.string()).nullable(),
});
export type InputRange = z.infer<typeof inputRange>;

/** A share of the variance, 0 .. 1, with its 95% interval. */
export const sensitivityIndex = z.object({
  value: z.number(),
  lower_bound: z.number(),
  upper_bound: z.number(),
});
export type SensitivityIndex = z.infer<typeof sensitivityIndex>;

/** The same indices along a curve; null where no input changes it. */
export const sensitivityCurve = z.object({
  values: z.array(z.number().nullable()),
  lower_bounds: z.array(z.number().nullable()),
  upper_bounds: z.array(z.number().nullable()),
});
export type SensitivityCurve = z.infer<typeof sensitivityCurve>;

export const outputSensitivity = z.object({
  name: z.string(),
  /** The emulator's coefficient on validation rows. A curve has one for all its values together. */
  coefficient_of_determination: z.number(),
  /**
   * The standard deviation over the inputs' ranges, as stored; for a curve, the root of the mean variance along it. 0: no input
   * changes the output.
   */
  standard_deviation: z.number(),
  /** One index for each of the inputs, in their order. For a curve as a whole, the places where it varies most count most. */
  indices: z.array(z.object({ first_order: sensitivityIndex, total: sensitivityIndex })),
  /** The curve; null for a scalar. */
  curve: z
    .object({
      coordinate_values: z.array(z.number()),
      /** One index for each of the inputs, in their order. */
      indices: z.array(z.object({ first_order: sensitivityCurve, total: sensitivityCurve })),
    })
    .nullable(),
  /** Points at which the emulator was evaluated. */
  evaluations: z.int(),
});
export type OutputSensitivity = z.infer<typeof outputSensitivity>;

export const sensitivityAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  /** The answer is about the job's emulator of this version. */
  emulator_version: z.int(),
  inputs: z.array(inputRange),
  /**
   * The answer is null while it is being computed: the computation goes on as long as somebody asks again within a few seconds.
   */
  output: outputSensitivity.nullable(),
});
export type SensitivityAnswer = z.infer<typeof sensitivityAnswer>;

export const sensitivityRoutes = {
  getSensitivity: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator/sensitivity",
    summary: "Sobol indices of one output: how much of its variance comes from which input",
    audience: "full-user",
    params: jobParams,
    query: z.object({ output: z.string() }),
    response: sensitivityAnswer,
  }),
} as const;
