/**
 * The messages between a runner and its child. One child does one phase of one job:
 *
 * ```
 * runner                                child
 *   read-files | train | build-dataset | place-simulations | search-emulator | search-servers |
 *   sample-emulator | sample-servers | find-out-of-spec | verify-out-of-spec ->
 *                             <-          alive (every second), progress, ...
 *                             <-          validated, preprocessed | invalid          (read-files)
 *                             <-          point ..., trained                         (train)
 *                             <-          built | invalid                            (build-dataset)
 *                             <-          placed                                     (place-simulations)
 *                             <-          found ...                                  (search-emulator)
 *                             <-          sampled ...                                (sample-emulator)
 *   tell ..., ask ..., stop   ->
 *                             <-          scored, found, proposed ...                (search-servers)
 *                             <-          regions ...                                (find-out-of-spec)
 *   tell ..., ask ..., stop   ->
 *                             <-          scored, regions, proposed ...              (verify-out-of-spec)
 *   tell ..., ask, tell ...   ->
 *                             <-          scored, sampled, proposed ...              (sample-servers)
 *   stop: end with the model so far ->
 *                             <-          trained
 *   suspend: checkpoint, end  ->
 *                             <-          suspended
 *                             <-          failed
 * ```
 * Then the child ends. It also ends when the channel closes: a child never outlives its runner.
 */
import { dataOptions, focusRegion, jobConfig, trainingOptions } from "@understudy/shared/api/job-config.ts";
import { optimization, optimizationEnd, predictedDesign } from "@understudy/shared/api/optimization.ts";
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { sampling } from "@understudy/shared/api/sampling.ts";
import { furtherGoal } from "@understudy/shared/api/spec-job.ts";
import { distributions } from "@understudy/shared/domain/distribution.ts";
import { measuredQuality, trainingEnd } from "@understudy/shared/domain/emulator-quality.ts";
import { jobVariable } from "@understudy/shared/domain/job-variable.ts";
import { simulationValue } from "@understudy/shared/domain/simulation.ts";
import { specModel } from "@understudy/shared/domain/spec-manifest.ts";
import { z } from "zod";
import type { ChosenInput } from "../specs/score-functions.ts";
import type { SourceFile } from "./claim.ts";
import type { DataWork, StoredEmulator, TrainingWork } from "./ports.ts";
import type { Prediction } from "./run-ports.ts";
import type { EmulatorSamplingWork, Sampled, ServerSamplingWork } from "./sampling-ports.ts";
import type {
  EmulatorSearchWork,
  FoundDesign,
  RecordedDesign,
  RegionsFound,
  SearchFound,
  ServerSearchWork,
  SimulationScore,
  StoredSimulation,
} from "./search-ports.ts";

const sourceFile = z.object({ path: z.string(), name: z.string() }) satisfies z.ZodType<SourceFile>;

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
  quality: measuredQuality,
  stopReason: trainingEnd,
}) satisfies z.ZodType<StoredEmulator>;

/** Results that the runner wrote to files, and the columns they fill; see running/gathered.ts and running/columns.ts. */
const gatheredResults = z.object({
  folder: z.string(),
  rows: z.int(),
  config: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  grids: z.record(z.string(), z.array(z.number())),
});

export const buildWork = gatheredResults.extend({
  workDir: z.string(),
  extraData: sourceFile.nullable(),
  validationPercentage: z.number(),
});
export type BuildWork = z.infer<typeof buildWork>;

export const placeWork = gatheredResults.extend({
  variables: z.record(z.string(), jobVariable),
  seed: z.int(),
  /** Rows of the design that accuracy is measured on. */
  validationRows: z.array(z.int()),
  /** Numbers of points in the design: of simulations that are under way, and those to choose from. */
  underWay: z.array(z.int()),
  candidates: z.array(z.int()),
  /** How many to choose. */
  size: z.int(),
});
export type PlaceWork = z.infer<typeof placeWork>;

const chosenInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Scalar"), value: z.number() }),
  z.object({ type: z.literal("File"), text: z.string() }),
  z.object({ type: z.enum(["Output Scalar", "Output Vector"]), output_name: z.string() }),
]) satisfies z.ZodType<ChosenInput>;

const search = z.object({
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
});
const emulatorSearchWork = search.extend({
  emulator: z.string(),
  starts: z.string().nullable(),
}) satisfies z.ZodType<EmulatorSearchWork>;
const serverSearchWork = search.extend({
  emulator: z.null(),
  config: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  grids: z.record(z.string(), z.array(z.number())),
  earlierResults: z.string().nullable(),
}) satisfies z.ZodType<ServerSearchWork>;

const samplingWork = search
  .pick({
    workDir: true,
    model: true,
    variables: true,
    score: true,
    seed: true,
    maximum: true,
    warmStart: true,
  })
  .extend({
    walkers: z.int(),
    stretchProbability: z.number(),
    isExtended: z.boolean(),
  });
const emulatorSamplingWork = samplingWork.extend({
  emulator: z.string(),
  includesUncertainty: z.boolean(),
}) satisfies z.ZodType<EmulatorSamplingWork>;
const serverSamplingWork = samplingWork.extend({
  emulator: z.null(),
  screeningEmulator: z.string().nullable(),
}) satisfies z.ZodType<ServerSamplingWork>;

const storedSimulation = z.object({
  index: z.int(),
  inputs: z.record(z.string(), simulationValue),
  state: z.enum(["open", "complete", "failed"]),
  outputs: z.record(z.string(), z.union([z.number(), z.array(z.number())])).nullable(),
  isScored: z.boolean(),
}) satisfies z.ZodType<StoredSimulation>;
const simulationScore = z.object({
  index: z.int(),
  score: z.number().nullable(),
  inSpec: z.boolean().nullable(),
  problem: z.string().nullable(),
}) satisfies z.ZodType<SimulationScore>;

const foundDesign = predictedDesign.omit({ simulation_id: true, is_simulated: true }).extend({
  index: z.int().nullable(),
}) satisfies z.ZodType<FoundDesign>;
const recordedDesign = z.object({
  index: z.int(),
  design: foundDesign,
  curves: z.record(z.string(), z.array(z.number())),
}) satisfies z.ZodType<RecordedDesign>;
const searchFound = z.object({
  evaluations: z.int(),
  otherEvaluations: z.int(),
  path: z.array(
    z.object({ evaluations: z.int(), score: z.number().nullable(), violation: z.number().nullable() }),
  ),
  stopReason: optimizationEnd.nullable(),
  maxima: z.array(foundDesign),
  robust: foundDesign.nullable(),
  importance: optimization.shape.importance.exactOptional(),
  goals: z.array(z.string()),
  front: optimization.shape.front,
  recorded: z.array(recordedDesign),
}) satisfies z.ZodType<SearchFound>;

const sampled = sampling
  .omit({ is_simulated: true, includes_uncertainty: true, emulator: true })
  .extend({ recorded: z.array(recordedDesign) }) satisfies z.ZodType<Sampled>;
const foundPoint = outOfSpec.shape.points.element.omit({ simulation_id: true });
const regionsFound = outOfSpec
  .pick({
    evaluations: true,
    simulations: true,
    is_distributed: true,
    stop_reason: true,
    shares: true,
    false_alarms: true,
  })
  .extend({
    regions: z.array(failingRegion.extend({ worst: foundDesign })),
    points: z.array(foundPoint.extend({ index: z.int().nullable() })),
    recorded: z.array(recordedDesign),
  }) satisfies z.ZodType<RegionsFound>;
const prediction = z.object({
  outputs: z.record(z.string(), z.number()),
  score: z.number().nullable(),
  inSpec: z.boolean().nullable(),
}) satisfies z.ZodType<Prediction>;

export const toChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("read-files"), work: dataWork }),
  /** `isShort`: it is expected to end soon, and to run beside a long one. */
  z.object({ type: z.literal("train"), jobId: z.int(), work: trainingWork, isShort: z.boolean().optional() }),
  z.object({ type: z.literal("build-dataset"), work: buildWork }),
  z.object({ type: z.literal("place-simulations"), work: placeWork }),
  z.object({ type: z.literal("search-emulator"), work: emulatorSearchWork }),
  z.object({ type: z.literal("search-servers"), work: serverSearchWork }),
  z.object({ type: z.literal("sample-emulator"), work: emulatorSamplingWork }),
  /** `verifies`: simulations follow, so that nothing is recorded. */
  z.object({ type: z.literal("find-out-of-spec"), work: emulatorSearchWork, verifies: z.boolean() }),
  z.object({ type: z.literal("verify-out-of-spec"), work: z.union([serverSearchWork, emulatorSearchWork]) }),
  z.object({ type: z.literal("sample-servers"), work: serverSamplingWork }),
  /** Simulations as they are stored: all of them before the first `ask`, then those that have ended. */
  z.object({ type: z.literal("tell"), simulations: z.array(storedSimulation) }),
  z.object({ type: z.literal("ask"), count: z.int() }),
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
  z.object({ type: z.literal("built") }),
  /** The chosen points by number, and the accuracy of the predictions of other results, by output. */
  z.object({
    type: z.literal("placed"),
    points: z.array(z.int()),
    coefficientsOfDetermination: z.record(z.string(), z.number()),
  }),
  z.object({ type: z.literal("found"), found: searchFound }),
  z.object({ type: z.literal("sampled"), sampled }),
  /** `isOver`: no more follow; a verification may then go on. */
  z.object({ type: z.literal("regions"), found: regionsFound, isOver: z.boolean() }),
  z.object({ type: z.literal("scored"), scores: z.array(simulationScore) }),
  /** As many as were asked for, or fewer and no more to come: then `isOver`. */
  z.object({
    type: z.literal("proposed"),
    simulations: z.array(
      z.object({
        index: z.int(),
        inputs: z.record(z.string(), simulationValue),
        prediction: prediction.optional(),
      }),
    ),
    isOver: z.boolean(),
  }),
  /** `text` is for people; `details` for the log. */
  z.object({ type: z.literal("failed"), text: z.string(), details: z.string() }),
]);
export type ToRunner = z.infer<typeof toRunner>;

type ChildMessage = Exclude<ToRunner, { type: "alive" }>;
type TrainingMessage = Extract<
  ChildMessage,
  { type: "progress" | "point" | "trained" | "suspended" | "failed" }
>;
/** A message of a child that trains. @throws Error for the messages of other children */
export function trainingMessage(message: ChildMessage): TrainingMessage {
  switch (message.type) {
    case "progress":
    case "point":
    case "trained":
    case "suspended":
    case "failed":
      return message;
    case "validated":
    case "preprocessed":
    case "invalid":
    case "built":
    case "placed":
    case "found":
    case "sampled":
    case "regions":
    case "scored":
    case "proposed":
      throw new Error(`A child that trains sent ${message.type}.`);
  }
}

/** Time between the messages by which a child shows that it is alive (ms). */
export const ALIVE_MS = 1_000;
