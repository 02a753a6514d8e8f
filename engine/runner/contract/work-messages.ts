/** The messages that order a child's work: see messages.ts. */
import { dataOptions, focusRegion, jobConfig, trainingOptions } from "@understudy/shared/api/job-config.ts";
import { furtherGoal } from "@understudy/shared/api/spec-job.ts";
import { keptRelation } from "@understudy/shared/domain/data-note.ts";
import { distributions } from "@understudy/shared/domain/distribution.ts";
import { jobVariable } from "@understudy/shared/domain/job-variable.ts";
import { specModel } from "@understudy/shared/domain/spec-manifest.ts";
import { z } from "zod";
import type { ChosenInput } from "../../specs/score-functions.ts";
import type { SourceFile } from "./claim.ts";
import type { DataWork, TrainingWork } from "./ports.ts";
import type { EmulatorSearchWork, ServerSearchWork } from "./search-ports.ts";

export const sourceFile = z.object({ path: z.string(), name: z.string() }) satisfies z.ZodType<SourceFile>;

export const dataWork = z.object({
  workDir: z.string(),
  source: z.object({
    files: z.object({ parameters: sourceFile, outputs: sourceFile }).nullable(),
    sourceJob: z.object({ jobId: z.int(), workDir: z.string().nullable() }).nullable(),
  }),
  options: dataOptions,
  validationPercentage: z.number(),
  previousConfig: jobConfig.nullable(),
}) satisfies z.ZodType<DataWork>;

export const trainingWork = z.object({
  workDir: z.string(),
  config: jobConfig,
  options: trainingOptions,
  focusRegions: z.array(focusRegion).readonly(),
  more: z.boolean(),
  publishesProvisional: z.boolean(),
  trainingPointCount: z.int(),
}) satisfies z.ZodType<TrainingWork>;

/** Results that the runner wrote to files, and the columns they fill; see running/gathered.ts and running/columns.ts. */
export const gatheredResults = z.object({
  folder: z.string(),
  rows: z.int(),
  config: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  grids: z.record(z.string(), z.array(z.number())),
});

export const placeWork = gatheredResults.extend({
  variables: z.record(z.string(), jobVariable),
  seed: z.int(),
  relation: keptRelation.nullable(),
  /** Rows of the design that accuracy is measured on. */
  validationRows: z.array(z.int()),
  /** Numbers of points in the design: of simulations that are under way, and those to choose from. */
  underWay: z.array(z.int()),
  candidates: z.array(z.int()),
  /** The number of points to choose. */
  size: z.int(),
});
export type PlaceWork = z.infer<typeof placeWork>;

const chosenInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Scalar"), value: z.number() }),
  z.object({ type: z.literal("File"), text: z.string() }),
  z.object({ type: z.enum(["Output Scalar", "Output Vector"]), output_name: z.string() }),
]) satisfies z.ZodType<ChosenInput>;

export const searchWork = z.object({
  workDir: z.string(),
  model: specModel,
  variables: z.record(z.string(), jobVariable),
  score: z.object({ name: z.string(), inputs: z.record(z.string(), chosenInput) }),
  furtherGoals: z.array(furtherGoal),
  distributions,
  seed: z.int(),
  maximum: z.int(),
  warmStart: z.boolean(),
  extraData: sourceFile.nullable(),
  relation: keptRelation.nullable(),
});
export const emulatorSearchWork = searchWork.extend({
  emulator: z.string(),
  starts: z.string().nullable(),
}) satisfies z.ZodType<EmulatorSearchWork>;
export const serverSearchWork = searchWork.extend({
  emulator: z.null(),
  config: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  grids: z.record(z.string(), z.array(z.number())),
  earlierResults: z.string().nullable(),
}) satisfies z.ZodType<ServerSearchWork>;
