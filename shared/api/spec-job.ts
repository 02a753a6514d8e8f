import { z } from "zod";
import { keptRelation } from "../domain/data-note.ts";
import { distribution } from "../domain/distribution.ts";
import { objective } from "../domain/objectives.ts";
import { scalarValue } from "../domain/variable.ts";
import { JOB_CREATION, MANIFEST_LIMITS, MAX_NAME_LENGTH, MAX_YIELD_INPUTS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList, boundedRecord, numberList, scalarList } from "./bounded.ts";
import { jobParams } from "./job.ts";
import { draftOfJob } from "./job-draft.ts";
import { created } from "./list.ts";
import { route } from "./route.ts";
import { specVersion, specVersionParams } from "./spec.ts";
import { tag } from "./tag.ts";

/** Null takes the spec's default. */
const initialValue = <Value extends z.ZodType>(value: Value) =>
  value
    .nullable()
    .default(null)
    .describe("The initial value, or the only one if it is fixed. Null: the spec's default.");
const fixed = z.boolean().default(false).describe("True: the variable keeps `initval`.");

/** A number with a range, or a list of them. */
const ranged = <Value extends z.ZodType>(value: Value) => ({
  lbound: value
    .nullable()
    .default(null)
    .describe("The lower end of the range; for a Vector, of each element. Null: the spec's default."),
  ubound: value
    .nullable()
    .default(null)
    .describe("The upper end of the range; for a Vector, of each element. Null: the spec's default."),
  initval: initialValue(value),
  fixed,
});

/**
 * The job treats each variable of its spec by these settings. A varied one (`fixed` false) goes from `lbound` to
 * `ubound`, or over `options`; a fixed one, and every one of a Single Run, keeps `initval`. Null takes the spec's
 * default. A Vector's lists hold one number an element.
 */
export const givenVariable = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Scalar"), ...ranged(z.number()) }),
  z.object({ type: z.literal("Vector"), ...ranged(numberList(MANIFEST_LIMITS.vectorElements)) }),
  z.object({ type: z.literal("String"), initval: initialValue(z.string().max(10_000)) }),
  z.object({ type: z.literal("SingleSelect"), initval: initialValue(scalarValue) }),
  z.object({
    type: z.literal("MultiSelect"),
    options: scalarList(1_000)
      .nullable()
      .default(null)
      .describe("The options that the job chooses from; each simulation gets one."),
    initval: initialValue(scalarValue),
    fixed,
  }),
  z.object({
    type: z.literal("File"),
    file_id: z.string().nullable().default(null).describe("The `file_id` of an uploaded file; null: none."),
  }),
]);
export type GivenVariable = z.infer<typeof givenVariable>;

/** One input of a score function; an output is named by the spec's own name for it. */
export const givenScoreInput = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("File"),
    file_id: z.string().nullable().default(null).describe("The `file_id` of an uploaded file."),
  }),
  z.object({
    type: z.literal("Scalar"),
    value: z.number().default(0).describe("The value of the input, in the unit of what it is compared with."),
  }),
  z.object({
    type: z.literal("Output Scalar"),
    output_name: z
      .string()
      .nullable()
      .default(null)
      .describe("The name of the output that the score function reads."),
  }),
  z.object({
    type: z.literal("Output Vector"),
    output_name: z
      .string()
      .nullable()
      .default(null)
      .describe("The name of the output that the score function reads."),
  }),
]);
export type GivenScoreInput = z.infer<typeof givenScoreInput>;

const { maximumSimulations, concurrentSimulations, walkers, stretchProbability } = JOB_CREATION;
type Range = { readonly min: number; readonly max: number };
const within = ({ min, max }: Range) => MESSAGES.settingRange(min, max);
const wholeWithin = (range: Range) =>
  z.int(MESSAGES.wholeNumber).min(range.min, within(range)).max(range.max, within(range));

export const concurrentServer = z.object({
  id: z.int().describe("The ID of the server."),
  concurrent_simulations: wholeWithin(concurrentSimulations)
    .default(concurrentSimulations.default)
    .describe("The number of simulations that it runs at a time."),
});

/** An optimization keeps or pursues these goals besides its score function. */
export const furtherGoal = z.discriminatedUnion("kind", [
  /** The goal is kept: designs outside are worse than all inside. Null: no limit at that side. */
  z.object({
    kind: z.literal("limits"),
    output_name: z.string().describe("The name of a scalar output."),
    lower: z.number().nullable().describe("The lower limit, in the output's stored unit; null: none."),
    upper: z.number().nullable().describe("The upper limit, in the output's stored unit; null: none."),
  }),
  z.object({
    kind: z.enum(["maximise", "minimise"]),
    output_name: z.string().describe("The name of a scalar output."),
  }),
]);
export type FurtherGoal = z.infer<typeof furtherGoal>;

/** Simulations are computed on an emulator or on servers. */
export const resourceSelection = z.discriminatedUnion("type", [
  /** The simulations run on the emulator of `emulator_job_id`. */
  z.object({ type: z.literal("emulator") }),
  z.object({ type: z.literal("server"), id: z.int().describe("The ID of the server.") }),
  z.object({
    type: z.literal("servers"),
    servers: boundedList(concurrentServer, 1_000)
      .refine(({ length }) => length > 0, MESSAGES.resourceRequired)
      .describe("The servers that run the simulations."),
  }),
]);
export type ResourceSelection = z.infer<typeof resourceSelection>;

export const createSpecJobBody = z.object({
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  variables: boundedRecord(givenVariable, MANIFEST_LIMITS.variables)
    .default({})
    .describe("The variables by name; a variable left out takes the spec's defaults."),
  tags: z.array(tag).max(20).default([]),
  objective: objective.describe("What the job is for."),
  maximum_simulations: wholeWithin(maximumSimulations)
    .default(maximumSimulations.default)
    .describe(
      "The largest number of simulations; on an emulator, of designs that are evaluated (Sampling) or recorded.",
    ),
  warm_start: z
    .boolean()
    .default(false)
    .describe(
      "Begin at each variable's `initval` rather than spread over the ranges (Optimization and Sampling).",
    ),
  earlier_simulations: z
    .boolean()
    .default(false)
    .describe(
      "Optimization: begin at what servers have simulated for earlier jobs of the same version of the spec, too.",
    ),
  num_walkers: wholeWithin(walkers)
    .nullable()
    .default(null)
    .describe("Sampling; null: twice the number of varied variables, within the limits."),
  stretch_probability: z
    .number()
    .min(stretchProbability.min, within(stretchProbability))
    .max(stretchProbability.max, within(stretchProbability))
    .default(stretchProbability.default)
    .describe("Sampling: the share of moves along the line to another walker, 0 .. 1."),
  emulator_uncertainty: z
    .boolean()
    .default(false)
    .describe("Sampling on an emulator: the emulator's own uncertainty enters the density."),
  in_spec_only: z
    .boolean()
    .default(false)
    .describe("Sampling with a score function that has limits: designs out of spec have no density."),
  respect_relation: z
    .boolean()
    .default(true)
    .describe(
      "Where the inputs of all rows that the job begins with keep a linear relation, as shares that sum to 1 do, so do its designs: one of the inputs follows from the others. The rows are those of the emulator, or of the Extra Data of a Training, an Optimization or a Sampling without one.",
    ),
  score_function: z
    .object({
      name: z.string().describe("The name of a score function of the spec, or of a built-in one."),
      inputs: boundedRecord(givenScoreInput, MANIFEST_LIMITS.scoreInputs)
        .default({})
        .describe("The inputs of the score function, by name."),
    })
    .nullable()
    .default(null)
    .describe("Optimization, Sampling and Out of Spec; its inputs by name."),
  further_goals: boundedList(furtherGoal, JOB_CREATION.furtherGoals)
    .default([])
    .describe("Optimization: limits on other outputs, and goals that share a front with the score."),
  distributions: boundedRecord(distribution, MAX_YIELD_INPUTS)
    .default({})
    .describe("Out of Spec: how inputs are distributed, by column; the others are uniform over their range."),
  extra_data_file_id: z
    .string()
    .nullable()
    .default(null)
    .describe("The `file_id` of a CSV file with results to start from; null: none."),
  resource: resourceSelection.nullable().default(null).describe("Single Run: `emulator` or `server`."),
  resources: resourceSelection
    .nullable()
    .default(null)
    .describe("Optimization, Sampling and Out of Spec: `emulator` or `servers`."),
  train_when_done: z
    .boolean()
    .default(false)
    .describe(
      "Training: train with the default settings once the simulations are done, rather than wait to be configured.",
    ),
  simulation_resources: resourceSelection.nullable().default(null).describe("Training: `servers`."),
  emulator_job_id: z
    .int()
    .nullable()
    .default(null)
    .describe("The Training job whose emulator takes the place of simulations."),
  draft_id: draftOfJob,
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
    kept_relation: keptRelation
      .nullable()
      .default(null)
      .describe("The relation that its designs keep; null: their inputs are independent."),
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
