import { z } from "zod";
import { validationMethod } from "../domain/cross-validation.ts";
import { finding } from "../domain/finding.ts";
import { verdict } from "../domain/verdict.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** `counts` has one number less than `edges`: `counts[i]` values lie from `edges[i]` to `edges[i + 1]`. */
export const histogram = z.object({
  edges: z
    .array(z.number())
    .describe("The borders of the bins, in ascending order; one more than there are bins."),
  counts: z.array(z.int()).describe("The number of values in each bin."),
});
export type Histogram = z.infer<typeof histogram>;

/** The values of one input in the rows that the emulator was trained on, as stored. */
export const trainedInput = z.object({
  name: z.string(),
  is_used: z
    .boolean()
    .describe("False: it was fixed, or the same in every training row, and its value changes nothing."),
  histogram: histogram
    .nullable()
    .describe("The training rows over their range; null for an input with levels."),
  levels: z
    .array(
      z.object({
        value: z.string(),
        count: z.int().describe("The number of training rows with this level."),
      }),
    )
    .nullable()
    .describe("The training rows of each level, in the order of the levels; null for a number."),
  followers: z
    .array(
      z.object({
        name: z.string().describe("The name of the input that moves with it."),
        knots: z.array(z.number()).describe("Values of this input, in ascending order."),
        values: z
          .array(z.number())
          .describe("The values that the other input takes at the knots; linear in between."),
      }),
    )
    .describe(
      "The inputs that move with it in the training data: lines through `values` at its own values `knots`, which ascend.",
    ),
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
  verdict: verdict.describe(
    "The verdict follows from the error and the coverage of the bounds; see shared/domain/verdict.ts.",
  ),
  coefficient_of_determination: z
    .number()
    .describe("All values of a curve count together here, so the places where it varies most count most."),
  log_accuracy: z
    .object({
      coefficient_of_determination: z.number().describe("The accuracy on the logarithmic scale."),
      values: z.int().describe("The number of values that were compared."),
      left_out: z.int().describe("The number of values without a logarithm, which were left out."),
    })
    .nullable()
    .describe(
      "The accuracy of the logarithms of an output over decades, whose plots have a logarithmic axis; null for others, and where it was not measured. Values that are not above 0, or are predicted so, are left out.",
    ),
  findings: z
    .array(finding)
    .describe("The findings limit the accuracy. The list is empty where nothing is known to limit it."),
  validation_method: validationMethod.describe(
    "`cross-validation`: it was trained on all rows, and measured on each by models that were fitted without it. `held-out rows`: it was measured on validation rows, to which no model was fitted. `held-out rows, then every row`: the same, and its models were fitted on to every row afterwards.",
  ),
  training_rows: z.int().describe("The number of rows that define it and that it was trained on."),
  validation_rows: z.int().describe("The number of rows that define it and that it was measured on."),
  validation_values: z
    .int()
    .describe("Validation values that the 95% bounds were checked on: one a row, of a curve one a point."),
  values_inside: z.int().describe("The number of validation values that lie inside the 95% bounds."),
  calibration: z
    .object({
      expected: z
        .array(z.number())
        .describe("The probabilities of the intervals, 0 .. 1, in ascending order."),
      observed: z
        .array(z.number())
        .describe("The share of the validation values inside each interval, 0 .. 1."),
      mean_absolute_error: z.number().describe("The mean difference between expected and observed shares."),
    })
    .describe(
      "`observed` has the share of validation values inside the interval of each level in `expected`; the levels rise.",
    ),
  joint_band: z
    .object({
      factor: z.number().describe("The width of the joint band over that of the pointwise bounds."),
      coverage: z.number().describe("The share of the validation curves that lie inside as a whole, 0 .. 1."),
    })
    .nullable()
    .describe(
      "The bounds that hold a whole curve with a probability of 95% (`band` of `emulator/outputs`); null for scalars, and for emulators from before they were measured.",
    ),
  families: z
    .array(
      z.object({
        family: emulatorFamily.describe("The family of models."),
        weight: z.number().describe("The share of the family in the ensemble, 0 .. 1."),
        coefficient_of_determination: z
          .number()
          .nullable()
          .describe("The coefficient of the family alone, by cross-validation."),
      }),
    )
    .describe("The model families that predict the output, the heaviest first; weights sum to 1."),
  reason: z.string().describe("One sentence: what was chosen, and why."),
  learning_curve: z
    .object({
      rows: z.array(z.int()).describe("The numbers of training rows that were tried."),
      coefficients_of_determination: z
        .array(z.number())
        .describe("The accuracy that each number of rows reached, by cross-validation."),
    })
    .nullable()
    .describe(
      "The accuracy by cross-validation on fewer and fewer training rows; null where it was not measured.",
    ),
  suspicious: z
    .object({
      rows: z.array(z.int()).describe("The numbers of the rows; the first row of data is row 2."),
      checked_rows: z.int().describe("The number of rows that were checked."),
    })
    .nullable()
    .describe(
      "Rows whose values the other rows contradict, numbered as in a spreadsheet of the job's data; null where they were not looked for.",
    ),
});
export type OutputTrust = z.infer<typeof outputTrust>;

export const emulatorReport = z.object({
  status: z
    .enum(["ready", "loading"])
    .describe("`loading` while the model is being read: ask again after a second."),
  emulator_version: z.int().describe("The version of the emulator that is described."),
  training_rows: z
    .int()
    .describe(
      "The number of training rows that define at least one output; of a provisional emulator, those that it is fitted to.",
    ),
  validation_rows: z.int().describe("The number of validation rows of the output that most of them define."),
  verdict: verdict.nullable().describe("The verdict on the worst output; null while loading."),
  inputs: z.array(trainedInput).describe("The inputs, in the order of the parameters file."),
  outputs: z.array(outputTrust).describe("The outputs, in the order of the outputs file."),
});
export type EmulatorReport = z.infer<typeof emulatorReport>;

/** These measures describe each value of a vector output. Null is what the emulator's file does not have. */
export const outputPoints = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int().describe("The answer is about the job's emulator of this version."),
  coordinate_values: z
    .array(z.number())
    .describe(
      "The places of the values along the coordinate, which all lists are for; the row index counts from 0.",
    ),
  spread: z
    .array(z.number())
    .nullable()
    .describe("The standard deviation of the training rows at each place, as stored."),
  log_coefficients_of_determination: z
    .array(z.number().nullable())
    .nullable()
    .describe(
      "The accuracy of the logarithms at each place, of an output over decades; null for others, and at a place where no logarithm varies.",
    ),
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
