/** The calls of the profiler: predictions of scalar outputs around a point, the rows near it, and the point that meets goals best. */
import { z } from "zod";
import { outputGoal } from "../domain/desirability.ts";
import { dataSet } from "../domain/job.ts";
import { PROFILE_LIMITS } from "../limits.ts";
import { boundedList, boundedRecord, scalarList, scalarRecord, textList } from "./bounded.ts";
import { inputPoint } from "./emulator.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** The predictions at a point and at its variations: each list begins with the point itself. */
export const variedPrediction = z.object({
  /** By name of the scalar outputs. */
  outputs: z.record(
    z.string(),
    z.object({
      values: z.array(z.number()),
      lower_bounds: z.array(z.number()),
      upper_bounds: z.array(z.number()),
    }),
  ),
  /** True where an input leaves the range of the training rows, or no training row is near. */
  is_outside: z.array(z.boolean()),
});
export type VariedPrediction = z.infer<typeof variedPrediction>;

export const variationsAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int(),
  /** One item for each of the points; empty while loading. */
  predictions: z.array(variedPrediction),
});
export type VariationsAnswer = z.infer<typeof variationsAnswer>;

/** The values of an input that a search may choose from. */
export const searchRange = z.union([
  z.object({ min: z.number(), max: z.number(), is_integer: z.boolean().default(false) }),
  z.object({ values: scalarList(PROFILE_LIMITS.options) }),
]);
export type SearchRange = z.infer<typeof searchRange>;

export const bestPointAnswer = z.object({
  status: z.enum(["ready", "loading"]),
  emulator_version: z.int(),
  /** The best values of the inputs that were searched; empty while loading. */
  inputs: inputPoint,
  /** The overall desirability there, and at the point where the search began: 0 .. 1. */
  desirability: z.number(),
  start_desirability: z.number(),
  /** The predictions of the outputs with goals there. */
  outputs: z.record(z.string(), z.number()),
  evaluations: z.int(),
  /** `converged`: no better value lies near; `best possible`: all goals are met; `time`: the search was cut off. */
  stop_reason: z.enum(["converged", "best possible", "time"]),
});
export type BestPointAnswer = z.infer<typeof bestPointAnswer>;

export const scalarRows = z.object({
  /** Rows of the set in all. */
  total: z.int(),
  /** The positions, from 0, of the answered rows, which are evenly spread over the set. */
  indices: z.array(z.int()),
  /** The values by name of the inputs. */
  inputs: z.record(z.string(), scalarList(PROFILE_LIMITS.rows)),
  /** The values by name of the scalar outputs; null in rows that do not define the output. */
  outputs: z.record(z.string(), z.array(z.number().nullable())),
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
      points: boundedList(inputPoint, PROFILE_LIMITS.points).default([{}]),
      /** The inputs that differ from the point. */
      variations: boundedList(scalarRecord(PROFILE_LIMITS.inputsOfVariation), PROFILE_LIMITS.variations),
      outputs: textList(PROFILE_LIMITS.outputs).optional(),
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
      /** The point where the search begins; inputs that are not searched keep its values. */
      inputs: inputPoint.default({}),
      goals: boundedRecord(outputGoal, PROFILE_LIMITS.outputs),
      search: boundedRecord(searchRange, PROFILE_LIMITS.searchedInputs),
    }),
    bodyLimit: 1024 ** 2,
    response: bestPointAnswer,
  }),
  getScalarRows: route({
    method: "GET",
    path: "/jobs/{job_id}/data/{data_set}/scalar_rows",
    summary: "The inputs and scalar outputs of at most 1,000 rows, evenly spread over a data set",
    audience: "user",
    params: jobParams.extend({ data_set: dataSet }),
    response: scalarRows,
  }),
} as const;
