import { z } from "zod";
import { keptRelation } from "../domain/data-note.ts";
import { distribution } from "../domain/distribution.ts";
import { objective } from "../domain/job.ts";
import { scalarValue } from "../domain/variable.ts";
import { JOB_CREATION, MANIFEST_LIMITS, MAX_NAME_LENGTH, MAX_YIELD_INPUTS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { boundedList, boundedRecord, numberList, scalarList } from "./bounded.ts";
import { jobParams } from "./job.ts";
import { created } from "./list.ts";
import { route } from "./route.ts";
import { specVersion, specVersionParams } from "./spec.ts";
import { tag } from "./tag.ts";

const elements = numberList(MANIFEST_LIMITS.vectorElements);

/**
 * The job treats each variable of its spec by these settings. A varied one (`fixed` false) goes from `lbound` to
 * `ubound`, or over `options`; a fixed one, and every one of a Single Run, keeps `initval`. Null takes the spec's
 * default. A Vector's lists hold one number an element.
 */
export const givenVariable = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Scalar"),
    lbound: z.number().nullable().default(null),
    ubound: z.number().nullable().default(null),
    initval: z.number().nullable().default(null),
    fixed: z.boolean().default(false),
  }),
  z.object({
    type: z.literal("Vector"),
    lbound: elements.nullable().default(null),
    ubound: elements.nullable().default(null),
    initval: elements.nullable().default(null),
    fixed: z.boolean().default(false),
  }),
  z.object({ type: z.literal("String"), initval: z.string().max(10_000).nullable().default(null) }),
  z.object({ type: z.literal("SingleSelect"), initval: scalarValue.nullable().default(null) }),
  z.object({
    type: z.literal("MultiSelect"),
    /** The options that the job chooses from; each simulation gets one. */
    options: scalarList(1_000).nullable().default(null),
    initval: scalarValue.nullable().default(null),
    fixed: z.boolean().default(false),
  }),
  z.object({ type: z.literal("File"), file_id: z.string().nullable().default(null) }),
]);
export type GivenVariable = z.infer<typeof givenVariable>;

/** One input of a score function; an output is named by the spec's own name for it. */
export const givenScoreInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("File"), file_id: z.string().nullable().default(null) }),
  z.object({ type: z.literal("Scalar"), value: z.number().default(0) }),
  z.object({ type: z.literal("Output Scalar"), output_name: z.string().nullable().default(null) }),
  z.object({ type: z.literal("Output Vector"), output_name: z.string().nullable().default(null) }),
]);
export type GivenScoreInput = z.infer<typeof givenScoreInput>;

const { maximumSimulations, concurrentSimulations, walkers, stretchProbability } = JOB_CREATION;
type Range = { readonly min: number; readonly max: number };
const within = ({ min, max }: Range) => MESSAGES.settingRange(min, max);
const wholeWithin = (range: Range) =>
  z.int(MESSAGES.wholeNumber).min(range.min, within(range)).max(range.max, within(range));

export const concurrentServer = z.object({
  id: z.int(),
  concurrent_simulations: wholeWithin(concurrentSimulations).default(concurrentSimulations.default),
});

/** An optimization keeps or pursues these goals besides its score function. */
export const furtherGoal = z.discriminatedUnion("kind", [
  /** The goal is kept: designs outside are worse than all inside. Null: no limit at that side. */
  z.object({
    kind: z.literal("limits"),
    output_name: z.string(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
  }),
  z.object({ kind: z.enum(["maximise", "minimise"]), output_name: z.string() }),
]);
export type FurtherGoal = z.infer<typeof furtherGoal>;

/** Simulations are computed on an emulator or on servers. */
export const resourceSelection = z.discriminatedUnion("type", [
  /** The simulations run on the emulator of `emulator_job_id`. */
  z.object({ type: z.literal("emulator") }),
  z.object({ type: z.literal("server"), id: z.int() }),
  z.object({
    type: z.literal("servers"),
    servers: boundedList(concurrentServer, 1_000).refine(
      ({ length }) => length > 0,
      MESSAGES.resourceRequired,
    ),
  }),
]);
export type ResourceSelection = z.infer<typeof resourceSelection>;

export const createSpecJobBody = z.object({
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  /** The variables by name; a variable left out takes the spec's defaults. */
  variables: boundedRecord(givenVariable, MANIFEST_LIMITS.variables).default({}),
  tags: z.array(tag).max(20).default([]),
  objective,
  maximum_simulations: wholeWithin(maximumSimulations).default(maximumSimulations.default),
  /** Begin at each variable's `initval` rather than spread over the ranges (Optimization and Sampling). */
  warm_start: z.boolean().default(false),
  /** Optimization: begin at what servers have simulated for earlier jobs of the same version of the spec, too. */
  earlier_simulations: z.boolean().default(false),
  /** Sampling; null: twice the number of varied variables, within the limits. */
  num_walkers: wholeWithin(walkers).nullable().default(null),
  stretch_probability: z
    .number()
    .min(stretchProbability.min, within(stretchProbability))
    .max(stretchProbability.max, within(stretchProbability))
    .default(stretchProbability.default),
  /** Sampling on an emulator: the emulator's own uncertainty enters the density. */
  emulator_uncertainty: z.boolean().default(false),
  /** Sampling with a score function that has limits: designs out of spec have no density. */
  in_spec_only: z.boolean().default(false),
  /**
   * Optimization and Sampling begun from an emulator, Out of Spec on one: where the inputs of all its rows keep a linear relation, as shares that sum
   * to 1 do, so do the designs: one of the inputs follows from the others.
   */
  respect_relation: z.boolean().default(true),
  /** Optimization, Sampling and Out of Spec; its inputs by name. */
  score_function: z
    .object({
      name: z.string(),
      inputs: boundedRecord(givenScoreInput, MANIFEST_LIMITS.scoreInputs).default({}),
    })
    .nullable()
    .default(null),
  /** Optimization: limits on other outputs, and goals that share a front with the score. */
  further_goals: boundedList(furtherGoal, JOB_CREATION.furtherGoals).default([]),
  /** Out of Spec: how inputs are distributed, by column; the others are uniform over their range. */
  distributions: boundedRecord(distribution, MAX_YIELD_INPUTS).default({}),
  extra_data_file_id: z.string().nullable().default(null),
  /** Single Run: `emulator` or `server`. */
  resource: resourceSelection.nullable().default(null),
  /** Optimization, Sampling and Out of Spec: `emulator` or `servers`. */
  resources: resourceSelection.nullable().default(null),
  /** Training: train with the default settings once the simulations are done, rather than wait to be configured. */
  train_when_done: z.boolean().default(false),
  /** Training: `servers`. */
  simulation_resources: resourceSelection.nullable().default(null),
  /** The Training job whose emulator takes the place of simulations. */
  emulator_job_id: z.int().nullable().default(null),
});
export type CreateSpecJobBody = z.input<typeof createSpecJobBody>;
export type GivenSpecJob = z.output<typeof createSpecJobBody>;

/** A job was created with these settings, and another like it is created from them. Files are chosen anew. */
export const specJobSettings = createSpecJobBody
  .pick({
    variables: true,
    maximum_simulations: true,
    warm_start: true,
    earlier_simulations: true,
    num_walkers: true,
    stretch_probability: true,
    emulator_uncertainty: true,
    in_spec_only: true,
    train_when_done: true,
    score_function: true,
    further_goals: true,
    distributions: true,
    respect_relation: true,
  })
  .extend({
    /** The relation that its designs keep; null: their inputs are independent. */
    kept_relation: keptRelation.nullable().default(null),
  });
export type SpecJobSettings = z.output<typeof specJobSettings>;

export const specJobRoutes = {
  createSpecJob: route({
    method: "POST",
    path: "/spec_versions/{spec_version_id}/jobs",
    summary: "Create a job from a spec version",
    audience: "full-user",
    status: 201,
    params: specVersionParams,
    body: createSpecJobBody,
    bodyLimit: 1024 ** 2,
    response: created,
  }),
  getJobSpecVersion: route({
    method: "GET",
    path: "/jobs/{job_id}/spec_version",
    summary: "The spec version that a job was created from, or that describes the data of a data-driven one",
    audience: "full-user",
    params: jobParams,
    response: specVersion,
  }),
  getSpecJobSettings: route({
    method: "GET",
    path: "/jobs/{job_id}/settings",
    summary: "What a job from a spec version was created with",
    audience: "full-user",
    params: jobParams,
    response: specJobSettings,
  }),
} as const;
