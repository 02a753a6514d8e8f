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
export const share = z.object({ value: z.number(), lower: z.number(), upper: z.number() });
export type Share = z.infer<typeof share>;

/**
 * A box bounds a variable, or an `element` of a Vector; null: that side has no bound. Whole numbers lie within both.
 */
export const boxBound = z.object({
  name: z.string(),
  element: z.int().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  is_integer: z.boolean(),
  /** The options of a variable that the box holds; null for numbers. */
  options: z.array(scalarValue).nullable(),
});
export type BoxBound = z.infer<typeof boxBound>;

/** A region of the ranges all of whose designs are out of spec, apart from all others. */
export const failingRegion = z.object({
  /** The share of the ranges as they are searched: those over many decades by decade. */
  volume: share,
  /** The share of designs that are uniform over the ranges, or distributed as the job's inputs. */
  probability: share,
  /** The box around it: only what narrows the ranges. Of the designs in it, `density` are out of spec. */
  bounds: z.array(boxBound),
  density: z.number(),
  /** The part of the box where most are, which holds `coverage` of the region; null where the box says as much. */
  core: z.object({ bounds: z.array(boxBound), density: z.number(), coverage: z.number() }).nullable(),
  worst: predictedDesign,
  /** Simulations in the box: those that confirmed that it fails, and those that were in spec though predicted out of it. */
  confirmed: z.int(),
  refuted: z.int(),
});
export type FailingRegion = z.infer<typeof failingRegion>;

/** `unverified`: the emulator predicts that it is out of spec, and no simulation has confirmed it. */
export const specClass = z.enum(["in-spec", "out-of-spec-verified", "out-of-spec-unverified"]);
export type SpecClass = z.infer<typeof specClass>;

/** The counts compare the emulator's prediction of designs with the servers' simulations of them. */
export const falseAlarms = z.object({
  /** Designs predicted out of spec: those that are confirmed, and those that are in spec after all. */
  confirmed: z.int(),
  false_alarms: z.int(),
  /** Designs predicted in spec: those that are out of spec after all, and those that are confirmed. */
  misses: z.int(),
  confirmed_in_spec: z.int(),
  /** The shares of the designs predicted out of spec, and of those predicted in spec; null where there were none. */
  false_alarm_share: share.nullable(),
  miss_share: share.nullable(),
  /** Simulations that failed or gave no score. */
  without_score: z.int(),
});
export type FalseAlarms = z.infer<typeof falseAlarms>;

export const outOfSpecEnd = z.enum(["converged", "exhausted", "time limit", "evaluation limit"]);

export const outOfSpec = z.object({
  /** Servers simulate its designs, rather than an emulator predict them; `is_verified`: they verify what an emulator predicts. */
  is_simulated: z.boolean(),
  is_verified: z.boolean(),
  /** Designs that the emulator rated; simulations that have ended. */
  evaluations: z.int(),
  simulations: z.int(),
  /** Probabilities are those of designs whose inputs are distributed as the job's; otherwise uniformly over the ranges. */
  is_distributed: z.boolean().default(false),
  /** The reason why it ended; null while it runs. */
  stop_reason: outOfSpecEnd.nullable(),
  /**
   * The shares of the ranges that are out of spec (as predicted; by the bounds surely and possibly) and that have no
   * score. Null until they are known.
   */
  shares: z
    .object({ predicted: share, surely: share, possibly: share, probability: share, unrated: share })
    .nullable(),
  /** The regions, the largest first. */
  regions: z.array(failingRegion),
  /** The worst designs, at most 1,000, of all regions. */
  points: z.array(
    z.object({
      /** The values of all variables that vary. */
      inputs: z.record(z.string(), simulationValue),
      score: z.number().nullable(),
      lower_bound: z.number().nullable(),
      upper_bound: z.number().nullable(),
      class: specClass,
      /** The row of the simulations table that holds it; null: it was not recorded. */
      simulation_id: z.int().nullable(),
    }),
  ),
  /** The counts are null where no emulator's predictions are verified. */
  false_alarms: falseAlarms.nullable(),
  /** The job whose emulator it ran on, while that exists; `is_current`: it has not been trained again since. */
  emulator: optimization.shape.emulator,
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
