/** The calls of the profiler: predictions of scalar outputs around a point, the rows near it, and the point that meets goals best. */
import { z } from "zod";
import { outputGoal } from "../domain/desirability.ts";
import { dataSet } from "../domain/job.ts";
import { MAX_EMULATOR_NAMES, PROFILE_LIMITS } from "../limits.ts";
import { boundedList, boundedRecord, scalarList, scalarRecord, textList } from "./bounded.ts";
import { inputPoint, rowIndices } from "./emulator.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** The predictions at a point and at its variations: each list begins with the point itself. */
export const variedPrediction = z.object({
  outputs: z
    .record(
      z.string(),
      z.object({
        values: z.array(z.number()).describe("The predictions, in the stored unit."),
        lower_bounds: z.array(z.number()).describe("The lower 95% bounds."),
        upper_bounds: z.array(z.number()).describe("The upper 95% bounds."),
      }),
    )
    .describe("By name of the scalar outputs."),
  is_outside: z
    .array(z.boolean())
    .describe("True where an input leaves the range of the training rows, or no training row is near."),
});
export type VariedPrediction = z.infer<typeof variedPrediction>;

export const variationsAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int().describe("The version of the emulator that answered."),
  predictions: z.array(variedPrediction).describe("One item for each of the points; empty while loading."),
});
export type VariationsAnswer = z.infer<typeof variationsAnswer>;

/** The values of an input that a search may choose from. */
export const searchRange = z.union([
  z.object({
    min: z.number().describe("The lower end of the range, in the stored unit."),
    max: z.number().describe("The upper end of the range, in the stored unit."),
    is_integer: z.boolean().default(false),
  }),
  z.object({ values: scalarList(PROFILE_LIMITS.options).describe("The values to choose from.") }),
]);
export type SearchRange = z.infer<typeof searchRange>;

export const bestPointAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int().describe("The version of the emulator that answered."),
  inputs: inputPoint.describe("The best values of the inputs that were searched; empty while loading."),
  desirability: z.number().describe("The overall desirability at the best point, 0 .. 1."),
  start_desirability: z
    .number()
    .describe("The overall desirability at the point where the search began, 0 .. 1."),
  outputs: z.record(z.string(), z.number()).describe("The predictions of the outputs with goals there."),
  evaluations: z.int().describe("The number of points that the search predicted."),
  stop_reason: z
    .enum(["converged", "best possible", "time"])
    .describe(
      "`converged`: no better value lies near; `best possible`: all goals are met; `time`: the search was cut off.",
    ),
});
export type BestPointAnswer = z.infer<typeof bestPointAnswer>;

export const scalarRows = z.object({
  total: z.int().describe("Rows of the set in all."),
  indices: z.array(z.int()).describe("The positions, from 0, of the answered rows."),
  inputs: z.record(z.string(), scalarList(PROFILE_LIMITS.rows)).describe("The values by name of the inputs."),
  outputs: z
    .record(z.string(), z.array(z.number().nullable()))
    .describe("The values by name of the scalar outputs; null in rows that do not define the output."),
});
export type ScalarRows = z.infer<typeof scalarRows>;

export const emulatorProfileRoutes = {
  predictVariations: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/variations",
    summary: "Predicted scalar outputs with 95% bounds at points and at variations of each of them",
    audience: "user",
    params: jobParams,
    body: z.object({
      points: boundedList(inputPoint, PROFILE_LIMITS.points)
        .default([{}])
        .describe("The points; an input that a point does not name stands at its initial value."),
      variations: boundedList(
        scalarRecord(PROFILE_LIMITS.inputsOfVariation),
        PROFILE_LIMITS.variations,
      ).describe("The inputs that differ from the point."),
      crossings: boundedList(scalarRecord(PROFILE_LIMITS.inputsOfVariation), PROFILE_LIMITS.crossings)
        .default([])
        .describe(
          "Further variations, each of which is combined with each of `variations`, as for a grid over two inputs: a list of predictions has all variations with the first crossing, then all with the second. Without `variations` each stands alone. Left out: the variations alone.",
        ),
      places: boundedRecord(z.number(), MAX_EMULATOR_NAMES.coordinates)
        .default({})
        .describe(
          "A place along each coordinate, by its name, in the stored unit. A curve over one of them is predicted there as a scalar output is, if `outputs` names it.",
        ),
      outputs: textList(PROFILE_LIMITS.outputs)
        .optional()
        .describe("The names of the outputs to predict; left out: all scalar outputs."),
    }),
    bodyLimit: 1024 ** 2,
    response: variationsAnswer,
  }),
  maximiseDesirability: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/desirability",
    summary: "The point near a given one at which scalar outputs meet goals best, searched for 250 ms",
    audience: "user",
    params: jobParams,
    body: z.object({
      inputs: inputPoint
        .default({})
        .describe("The point where the search begins; inputs that are not searched keep its values."),
      goals: boundedRecord(outputGoal, PROFILE_LIMITS.outputs).describe(
        "What each output is to reach, by name.",
      ),
      search: boundedRecord(searchRange, PROFILE_LIMITS.searchedInputs).describe(
        "The inputs that are searched, by name, with their ranges; all others stay.",
      ),
    }),
    bodyLimit: 1024 ** 2,
    response: bestPointAnswer,
  }),
  getScalarRows: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/scalar_rows",
    summary:
      "The inputs and scalar outputs of at most 1,000 rows: chosen ones, or evenly spread over a data set",
    audience: "user",
    params: jobParams.extend({ data_set: dataSet }),
    query: z.object({
      rows: rowIndices
        .optional()
        .describe(
          "The positions, from 0, of the rows to answer, as `[3,7]`; where these have too many values for one answer, the first of them are answered. Left out: rows that are evenly spread.",
        ),
    }),
    response: scalarRows,
  }),
} as const;
