/**
 * What a runner and its child say to each other. One child does one phase of one job:
 *
 * ```
 * runner                                child
 *   read-files | train        ->
 *                             <-          alive (every second), progress, ...
 *                             <-          validated, preprocessed | invalid          (read-files)
 *                             <-          point ..., trained                         (train)
 *   stop: end with what there is ->
 *                             <-          trained
 *   suspend: checkpoint, end  ->
 *                             <-          suspended
 *                             <-          failed
 * ```
 * Then the child ends. It also ends when the channel closes: a child never outlives its runner.
 */
import { dataOptions, focusRegion, jobConfig, trainingOptions } from "@understudy/shared/api/job-config.ts";
import { z } from "zod";
import type { DataWork, StoredEmulator, TrainingWork } from "./ports.ts";

const sourceFile = z.object({ path: z.string(), name: z.string() });

const dataWork = z.object({
  workDir: z.string(),
  source: z.object({
    files: z.object({ parameters: sourceFile, outputs: sourceFile }).nullable(),
    sourceJob: z.object({ jobId: z.int(), workDir: z.string().nullable() }).nullable(),
  }),
  options: dataOptions,
  validationPercentage: z.number(),
  previousConfig: jobConfig.nullable(),
}) satisfies z.ZodType<DataWork>;

const trainingWork = z.object({
  workDir: z.string(),
  config: jobConfig,
  options: trainingOptions,
  focusRegions: z.array(focusRegion).readonly(),
  more: z.boolean(),
  trainingPointCount: z.int(),
}) satisfies z.ZodType<TrainingWork>;

const storedEmulator = z.object({
  file: z.string(),
  outputs: z.array(z.string()).readonly(),
  coefficientsOfDetermination: z.record(z.string(), z.number()),
  stopReason: z.enum(["converged", "time budget", "stopped"]),
}) satisfies z.ZodType<StoredEmulator>;

export const toChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("read-files"), work: dataWork }),
  z.object({ type: z.literal("train"), jobId: z.int(), work: trainingWork }),
  z.object({ type: z.literal("stop") }),
  z.object({ type: z.literal("suspend") }),
]);
export type ToChild = z.infer<typeof toChild>;

export const toRunner = z.discriminatedUnion("type", [
  z.object({ type: z.literal("alive") }),
  z.object({ type: z.literal("progress"), percentage: z.number(), text: z.string() }),
  z.object({ type: z.literal("validated") }),
  z.object({ type: z.literal("preprocessed"), config: jobConfig }),
  z.object({ type: z.literal("invalid"), errors: z.record(z.string(), z.array(z.string())) }),
  z.object({ type: z.literal("point"), coefficientOfDetermination: z.number(), loss: z.number() }),
  z.object({ type: z.literal("trained"), emulator: storedEmulator }),
  z.object({ type: z.literal("suspended") }),
  /** `text` is for people; `details` for the log. */
  z.object({ type: z.literal("failed"), text: z.string(), details: z.string() }),
]);
export type ToRunner = z.infer<typeof toRunner>;

/** How often a child says that it is alive (ms). */
export const ALIVE_MS = 1_000;
