import { z } from "zod";
import { finding } from "../domain/finding.ts";
import { verdict } from "../domain/verdict.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** How many values lie from each edge to the next. */
export const histogram = z.object({ edges: z.array(z.number()), counts: z.array(z.int()) });
export type Histogram = z.infer<typeof histogram>;

/** What the emulator was trained on of one input; values as stored. */
export const trainedInput = z.object({
  name: z.string(),
  /** False: fixed, or the same in every training row; its value changes nothing. */
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

/** How far one output can be trusted. Everything but the learning curve is measured on validation rows. */
export const outputTrust = z.object({
  name: z.string(),
  /** From the error and the coverage of the bounds; see shared/domain/verdict.ts. */
  verdict,
  /** Of a curve, of all its values together: where it varies most counts most. */
  coefficient_of_determination: z.number(),
  /**
   * The same of the logarithms of an output over decades, whose plots have a logarithmic axis; null for others, and where it was not
   * measured. Values that are not above 0, or are predicted so, are left out.
   */
  log_accuracy: z
    .object({ coefficient_of_determination: z.number(), values: z.int(), left_out: z.int() })
    .nullable(),
  /** What limits its accuracy; empty where nothing is known to. */
  findings: z.array(finding),
  /** The rows that define it: those that it was trained on, and those that it was measured on. */
  training_rows: z.int(),
  validation_rows: z.int(),
  /** Validation values that the 95% bounds were checked on: one a row, of a curve one a point. */
  validation_values: z.int(),
  /** How many of them lie inside. */
  values_inside: z.int(),
  /** Of intervals of rising levels, the share of validation values inside each. */
  calibration: z.object({
    expected: z.array(z.number()),
    observed: z.array(z.number()),
    mean_absolute_error: z.number(),
  }),
  /** What speaks for the output, the heaviest first; weights sum to 1. */
  families: z.array(
    z.object({
      family: emulatorFamily,
      weight: z.number(),
      /** Of the family alone, by cross-validation. */
      coefficient_of_determination: z.number().nullable(),
    }),
  ),
  /** One sentence: what was chosen, and why. */
  reason: z.string(),
  /** By cross-validation on fewer and fewer training rows; null where it was not measured. */
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
  /** Those that define at least one output, and those of the output that most of them define. */
  training_rows: z.int(),
  validation_rows: z.int(),
  /** That of the worst output; null while loading. */
  verdict: verdict.nullable(),
  inputs: z.array(trainedInput),
  outputs: z.array(outputTrust),
});
export type EmulatorReport = z.infer<typeof emulatorReport>;

export const emulatorReportRoutes = {
  getEmulatorReport: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator",
    summary: "What the emulator was trained on and how far each of its outputs can be trusted",
    audience: "user",
    params: jobParams,
    response: emulatorReport,
  }),
} as const;
