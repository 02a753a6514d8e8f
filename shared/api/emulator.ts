import { z } from "zod";
import { curveBand } from "../domain/curve-band.ts";
import { dataSet } from "../domain/job.ts";
import { scalarValue } from "../domain/variable.ts";
import { MAX_EMULATOR_NAMES, MAX_EMULATOR_POINTS, MAX_PLOT_POINTS, PROFILE_LIMITS } from "../limits.ts";
import { boundedList, boundedRecord, numberList, scalarRecord, textList } from "./bounded.ts";
import { integerText, jsonText } from "./codec.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** This name stands for a vector output's own row index, where no other vector is its coordinate. */
export const ROW_INDEX = "Index";

/** A point in the inputs: name to value; what is left out takes its `initval`. */
export const inputPoint = scalarRecord(MAX_EMULATOR_NAMES.inputs);
export type InputPoint = z.infer<typeof inputPoint>;

/** Positions of rows in a data set, from 0, written in a URL. */
export const rowIndices = jsonText(z.array(z.int().min(0)).min(1).max(PROFILE_LIMITS.rows));

/** One output at one point. Arrays hold one item for a scalar, one per coordinate value for a curve. */
export const outputPrediction = z.object({
  values: z.array(z.number()).describe("The predictions, in the output's stored unit."),
  lower_bounds: z.array(z.number()).describe("The lower ends of the 95% prediction intervals."),
  upper_bounds: z.array(z.number()).describe("The upper ends of the 95% prediction intervals."),
  coefficients_of_determination: z
    .array(z.number().nullable())
    .describe(
      "The coefficient on validation rows; null where it has no meaning, as for an output that never varies.",
    ),
  coordinate_values: z
    .array(z.number())
    .nullable()
    .describe("The places of the values along the coordinate; null for a scalar."),
});
export type OutputPrediction = z.infer<typeof outputPrediction>;
export const outputPredictions = z.record(z.string(), outputPrediction);

/** These lists name the inputs by which a point leaves the rows that the emulator was trained on. */
export const outsideTraining = z.object({
  inputs: z.array(z.string()).describe("The inputs whose value lies outside the range of the training rows."),
  is_far: z
    .boolean()
    .describe(
      "True: each value lies inside its range, but no training row is near all of them at once, or has such values of two inputs together.",
    ),
});
export type OutsideTraining = z.infer<typeof outsideTraining>;

export const emulatorAnswer = z.object({
  status: z
    .enum(["ready", "loading"])
    .describe("`loading` while the model is being read: ask again after a second."),
  emulator_version: z.int().describe("The job's emulator of this version answered."),
  outputs: outputPredictions.describe(
    "The predictions by output name; empty for a request with `inputs_list`, and while loading.",
  ),
  outputs_list: z
    .array(outputPredictions)
    .nullable()
    .describe("One item for each point, only for a request with `inputs_list`."),
  outside: outsideTraining
    .nullable()
    .describe(
      "These say where the one point leaves the training rows; null for a request with `inputs_list`, and while loading.",
    ),
  outside_list: z
    .array(outsideTraining)
    .nullable()
    .describe("One item for each point, only for a request with `inputs_list`."),
});
export type EmulatorAnswer = z.infer<typeof emulatorAnswer>;

/** A value of one row: a number, a category, or a curve; null for an output that the row does not define. */
export const dataValue = z.union([scalarValue, z.array(z.number())]).nullable();

const rowParams = jobParams.extend({
  data_set: dataSet.describe(
    "The rows to count in: those of the training set, of the validation set, or all.",
  ),
  row_index: integerText.describe("The number of the row in the set, from 0."),
});
const setParams = jobParams.extend({
  data_set: dataSet.describe(
    "The rows to look at: those of the training set, of the validation set, or all.",
  ),
});

export const emulatorRoutes = {
  predict: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/outputs",
    summary: "Predicted outputs with 95% bounds at one point, or at each of a list of points",
    audience: "user",
    params: jobParams,
    body: z.object({
      inputs: inputPoint
        .default({})
        .describe(
          "One point: the value of each input by name. An input that is left out takes its initial value.",
        ),
      inputs_list: boundedList(inputPoint, MAX_EMULATOR_POINTS)
        .optional()
        .describe("Several points in place of one; the answer has `outputs_list`."),
      coordinates: boundedRecord(numberList(MAX_PLOT_POINTS), MAX_EMULATOR_NAMES.coordinates)
        .default({})
        .describe(
          "Where to evaluate the curves over each coordinate, by its name; by default at the stored coordinate values.",
        ),
      outputs: textList(MAX_EMULATOR_NAMES.outputs)
        .optional()
        .describe("The names of the outputs to predict; by default all."),
      band: curveBand
        .default("pointwise")
        .describe(
          "The bounds of curves. `pointwise`: each value lies inside with a probability of 95%. `joint`: the whole curve does. Scalars have the same bounds either way.",
        ),
    }),
    bodyLimit: 4 * 1024 ** 2,
    response: emulatorAnswer,
  }),
  getDataRow: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/{row_index}",
    summary: "One row of the data; rows count from 0",
    audience: "user",
    params: rowParams,
    query: z.object({
      options: jsonText(
        z.object({
          variables: textList(MAX_EMULATOR_NAMES.outputs)
            .optional()
            .describe("The names of the columns to answer; by default all."),
          range: z
            .tuple([z.number(), z.number()])
            .optional()
            .describe("The part of the curves to answer, as the first and the last coordinate value."),
          max_points: z
            .int()
            .min(2)
            .max(MAX_PLOT_POINTS)
            .optional()
            .describe("The largest number of points of a curve; longer ones are thinned."),
        }),
      )
        .optional()
        .describe("Which part of the row to answer."),
    }),
    response: z.object({
      data: z.record(z.string(), dataValue).describe("The values by column, in stored units."),
      indices: z
        .array(z.int())
        .describe("The positions of the curves that are answered, after `range` and `max_points`."),
    }),
  }),
  getNearestRow: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/nearest",
    summary: "The row whose inputs lie nearest to the given values, each scaled by its range",
    audience: "user",
    params: setParams,
    query: z.object({ values: jsonText(inputPoint).describe("The values of inputs by name.") }),
    response: z.object({ index: z.int().describe("The number of the row in the set, from 0.") }),
  }),
  getScalarEmulatorOutputs: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/scalar_emulator_outputs",
    summary:
      "Actual and predicted scalar outputs over a data set, for prediction vs actual (at most 2,000 rows)",
    audience: "user",
    params: setParams,
    query: z.object({
      options: jsonText(
        z.object({
          outputs: textList(MAX_EMULATOR_NAMES.outputs)
            .optional()
            .describe("The names of scalar outputs; by default all."),
        }),
      )
        .optional()
        .describe("Which outputs to answer."),
    }),
    response: z.object({
      status: z
        .enum(["ready", "loading"])
        .describe("`loading` while the model is being read: ask again after a second."),
      indices: z.array(z.int()).describe("The numbers of the rows in the set, from 0."),
      outputs: z
        .record(
          z.string(),
          z.object({
            actual: z
              .array(z.number().nullable())
              .describe("The value of each row; null in rows that do not define the output."),
            values: z.array(z.number()).describe("The prediction for each row."),
            lower_bounds: z.array(z.number()).describe("The lower ends of the 95% prediction intervals."),
            upper_bounds: z.array(z.number()).describe("The upper ends of the 95% prediction intervals."),
          }),
        )
        .describe("The actual and predicted values of each row, by output name."),
    }),
  }),
  getRowMisfits: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/misfits",
    summary:
      "The rows that the emulator predicts worst, the worst first (at most 200 of 2,000 compared rows)",
    audience: "user",
    params: setParams,
    response: z.object({
      status: z
        .enum(["ready", "loading"])
        .describe("`loading` while the model is being read: ask again after a second."),
      compared: z
        .int()
        .describe("Rows that were compared: those of the set, or a sample that is evenly spread over it."),
      rows: z
        .array(
          z.object({
            index: z.int().describe("The number of the row in the set, from 0."),
            output: z.string().describe("The output that is predicted worst in this row."),
            half_widths: z
              .number()
              .describe(
                "Its distance from the prediction over the half width of the 95% bounds: at most 1 inside them. Of a curve the root mean square over the points at which it is predicted.",
              ),
          }),
        )
        .describe("The rows that are predicted worst, the worst first."),
    }),
  }),
  getRowEmulatorOutputs: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/{row_index}/emulator_outputs",
    summary: "Predicted outputs at the inputs of one row",
    audience: "user",
    params: rowParams,
    response: emulatorAnswer,
  }),
} as const;
