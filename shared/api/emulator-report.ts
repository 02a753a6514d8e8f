import { z } from "zod";
import { validationMethod } from "../domain/cross-validation.ts";
import { finding } from "../domain/finding.ts";
import { verdict } from "../domain/verdict.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** `counts` has one number less than `edges`: `counts[i]` values lie from `edges[i]` to `edges[i + 1]`. */
export const histogram = z.object({ edges: z.array(z.number()), counts: z.array(z.int()) });
export type Histogram = z.infer<typeof histogram>;

/** The values of one input in the rows that the emulator was trained on, as stored. */
export const trainedInput = z.object({
  name: z.string(),
  /** False: it was fixed, or the same in every training row, and its value changes nothing. */
  is_used: z.boolean(),
  /** The training rows over their range; null for an input with levels. */
  histogram: histogram.nullable(),
  /** The training rows of each level, in the order of the levels; null for a number. */
  levels: z.array(z.object({ value: z.string(), count: z.int() })).nullable(),
  /** The inputs that move with it in the training data: lines through `values` at its own values `knots`, which ascend. */
  followers: z.array(z.object({ name: z.string(), knots: z.array(z.number()), values: z.array(z.number()) })),
});
export type TrainedInput = z.infer<typeof trainedInput>;

export const emulatorFamily = z.enum(["mean", "linear", "polynomial", "gaussian-process", "network"]);
export type EmulatorFamily = z.infer<typeof emulatorFamily>;

/**
 * These measures say how far one output can be trusted. Everything but the learning curve is measured on rows that were left out of
 * the fits; see `validation_method`.
 */
export const outputTrust = z.object({
  name: z.string(),
  /** The verdict follows from the error and the coverage of the bounds; see shared/domain/verdict.ts. */
  verdict,
  /** All values of a curve count together here, so the places where it varies most count most. */
  coefficient_of_determination: z.number(),
  /**
   * The accuracy of the logarithms of an output over decades, whose plots have a logarithmic axis; null for others, and where it
   * was not measured. Values that are not above 0, or are predicted so, are left out.
   */
  log_accuracy: z
    .object({ coefficient_of_determination: z.number(), values: z.int(), left_out: z.int() })
    .nullable(),
  /** The findings limit the accuracy. The list is empty where nothing is known to limit it. */
  findings: z.array(finding),
  /**
   * `cross-validation`: it was trained on all rows, and measured on each by models that were fitted without it. `held-out rows`: it
   * was measured on validation rows, to which no model was fitted.
   */
  validation_method: validationMethod,
  /** The rows that define it: those that it was trained on, and those that it was measured on. */
  training_rows: z.int(),
  validation_rows: z.int(),
  /** Validation values that the 95% bounds were checked on: one a row, of a curve one a point. */
  validation_values: z.int(),
  /** The number of validation values that lie inside the 95% bounds. */
  values_inside: z.int(),
  /**
   * `observed` has the share of validation values inside the interval of each level in `expected`; the levels rise.
   */
  calibration: z.object({
    expected: z.array(z.number()),
    observed: z.array(z.number()),
    mean_absolute_error: z.number(),
  }),
  /** The model families that predict the output, the heaviest first; weights sum to 1. */
  families: z.array(
    z.object({
      family: emulatorFamily,
      weight: z.number(),
      /** The coefficient of the family alone, by cross-validation. */
      coefficient_of_determination: z.number().nullable(),
    }),
  ),
  /** One sentence: what was chosen, and why. */
  reason: z.string(),
  /** The accuracy by cross-validation on fewer and fewer training rows; null where it was not measured. */
  learning_curve: z
    .object({ rows: z.array(z.int()), coefficients_of_determination: z.array(z.number()) })
    .nullable(),
  /** Rows whose values the other rows contradict, numbered as in a spreadsheet of the job's data; null where they were not looked for. */
  suspicious: z.object({ rows: z.array(z.int()), checked_rows: z.int() }).nullable(),
});
export type OutputTrust = z.infer<typeof outputTrust>;

export const emulatorReport = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int(),
  /** The rows that define at least one output, and the rows of the output that most of them define. */
  training_rows: z.int(),
  validation_rows: z.int(),
  /** The verdict on the worst output; null while loading. */
  verdict: verdict.nullable(),
  inputs: z.array(trainedInput),
  outputs: z.array(outputTrust),
});
export type EmulatorReport = z.infer<typeof emulatorReport>;

/** These measures describe each value of a vector output. Null is what the emulator's file does not have. */
export const outputPoints = z.object({
  status: z.enum(["ready", "loading"]),
  /** The answer is about the job's emulator of this version. */
  emulator_version: z.int(),
  /** The places of the values along the coordinate, which all lists are for; the row index counts from 0. */
  coordinate_values: z.array(z.number()),
  /** The standard deviation of the training rows at each place, as stored. */
  spread: z.array(z.number()).nullable(),
  /**
   * The accuracy of the logarithms at each place, of an output over decades; null for others, and at a place where no
   * logarithm varies.
   */
  log_coefficients_of_determination: z.array(z.number().nullable()).nullable(),
});
export type OutputPoints = z.infer<typeof outputPoints>;

export const emulatorReportRoutes = {
  getEmulatorReport: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator",
    summary: "What the emulator was trained on and how far each of its outputs can be trusted",
    audience: "user",
    params: jobParams,
    response: emulatorReport,
  }),
  getOutputPoints: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator/points",
    summary: "The spread of the training rows and the accuracy on the log scale at each value of an output",
    audience: "user",
    params: jobParams,
    query: z.object({ output: z.string() }),
    response: outputPoints,
  }),
} as const;
