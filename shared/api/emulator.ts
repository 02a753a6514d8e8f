import { z } from "zod";
import { dataSet } from "../domain/job.ts";
import { scalarValue } from "../domain/variable.ts";
import { MAX_EMULATOR_NAMES, MAX_EMULATOR_POINTS, MAX_PLOT_POINTS } from "../limits.ts";
import { boundedList, boundedRecord, numberList, scalarRecord, textList } from "./bounded.ts";
import { integerText, jsonText } from "./codec.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** This name stands for a vector output's own row index, where no other vector is its coordinate. */
export const ROW_INDEX = "Index";

/** A point in the inputs: name to value; what is left out takes its `initval`. */
export const inputPoint = scalarRecord(MAX_EMULATOR_NAMES.inputs);
export type InputPoint = z.infer<typeof inputPoint>;

/** One output at one point. Arrays hold one item for a scalar, one per coordinate value for a curve. */
export const outputPrediction = z.object({
  values: z.array(z.number()),
  lower_bounds: z.array(z.number()),
  upper_bounds: z.array(z.number()),
  /** The coefficient on validation rows; null where it has no meaning, as for an output that never varies. */
  coefficients_of_determination: z.array(z.number().nullable()),
  /** The places of the values along the coordinate; null for a scalar. */
  coordinate_values: z.array(z.number()).nullable(),
});
export type OutputPrediction = z.infer<typeof outputPrediction>;
export const outputPredictions = z.record(z.string(), outputPrediction);

/** These lists name the inputs by which a point leaves the rows that the emulator was trained on. */
export const outsideTraining = z.object({
  /** The inputs whose value lies outside the range of the training rows. */
  inputs: z.array(z.string()),
  /** True: each value lies inside its range, but no training row is near all of them at once. */
  is_far: z.boolean(),
});
export type OutsideTraining = z.infer<typeof outsideTraining>;

export const emulatorAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  /** The job's emulator of this version answered. */
  emulator_version: z.int(),
  outputs: outputPredictions,
  /** One item for each point, only for a request with `inputs_list`. */
  outputs_list: z.array(outputPredictions).nullable(),
  /** These say where the one point leaves the training rows; null for a request with `inputs_list`, and while loading. */
  outside: outsideTraining.nullable(),
  /** One item for each point, only for a request with `inputs_list`. */
  outside_list: z.array(outsideTraining).nullable(),
});
export type EmulatorAnswer = z.infer<typeof emulatorAnswer>;

/** A value of one row: a number, a category, or a curve; null for an output that the row does not define. */
export const dataValue = z.union([scalarValue, z.array(z.number())]).nullable();

const rowParams = jobParams.extend({ data_set: dataSet, row_index: integerText });
const setParams = jobParams.extend({ data_set: dataSet });

export const emulatorRoutes = {
  predict: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/outputs",
    summary: "Predicted outputs with 95% bounds at one point, or at each of a list of points",
    audience: "user",
    params: jobParams,
    body: z.object({
      inputs: inputPoint.default({}),
      inputs_list: boundedList(inputPoint, MAX_EMULATOR_POINTS).optional(),
      coordinates: boundedRecord(numberList(MAX_PLOT_POINTS), MAX_EMULATOR_NAMES.coordinates).default({}),
      outputs: textList(MAX_EMULATOR_NAMES.outputs).optional(),
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
          variables: textList(MAX_EMULATOR_NAMES.outputs).optional(),
          range: z.tuple([z.number(), z.number()]).optional(),
          max_points: z.int().min(2).max(MAX_PLOT_POINTS).optional(),
        }),
      ).optional(),
    }),
    response: z.object({
      data: z.record(z.string(), dataValue),
      /** The positions of the curves that are answered, after `range` and `max_points`. */
      indices: z.array(z.int()),
    }),
  }),
  getNearestRow: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/nearest",
    summary: "The row whose inputs lie nearest to the given values, each scaled by its range",
    audience: "user",
    params: setParams,
    query: z.object({ values: jsonText(inputPoint) }),
    response: z.object({ index: z.int() }),
  }),
  getScalarEmulatorOutputs: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/scalar_emulator_outputs",
    summary:
      "Actual and predicted scalar outputs over a data set, for prediction vs actual (at most 2,000 rows)",
    audience: "user",
    params: setParams,
    query: z.object({
      options: jsonText(z.object({ outputs: textList(MAX_EMULATOR_NAMES.outputs).optional() })).optional(),
    }),
    response: z.object({
      status: z.enum(["ready", "loading"]),
      indices: z.array(z.int()),
      outputs: z.record(
        z.string(),
        z.object({
          /** The value of each row; null in rows that do not define the output. */
          actual: z.array(z.number().nullable()),
          values: z.array(z.number()),
          lower_bounds: z.array(z.number()),
          upper_bounds: z.array(z.number()),
        }),
      ),
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
      status: z.enum(["ready", "loading"]),
      /** Rows that were compared: those of the set, or a sample that is evenly spread over it. */
      compared: z.int(),
      rows: z.array(
        z.object({
          index: z.int(),
          /** The output that is predicted worst in this row. */
          output: z.string(),
          /**
           * Its distance from the prediction over the half width of the 95% bounds: at most 1 inside them. Of a curve the root
           * mean square over the points at which it is predicted.
           */
          half_widths: z.number(),
        }),
      ),
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
