/**
 * The messages between a runner and its child. One child does one phase of one job:
 *
 * ```
 * runner                                child
 *   read-files | train | build-dataset | place-simulations | search-emulator | search-servers |
 *   sample-emulator | sample-servers | find-out-of-spec | verify-out-of-spec | measure-speed ->
 *                             <-          alive (every second), progress, ...
 *                             <-          validated, preprocessed | invalid          (read-files)
 *                             <-          point ..., provisional ..., trained, timed (train)
 *                             <-          built | invalid                            (build-dataset)
 *                             <-          placed                                     (place-simulations)
 *                             <-          found ...                                  (search-emulator)
 *                             <-          sampled ...                                (sample-emulator)
 *   tell ..., ask ..., stop   ->
 *                             <-          scored, found, proposed ..., improved ...  (search-servers)
 *                             <-          regions ...                                (find-out-of-spec)
 *   tell ..., ask ..., stop   ->
 *                             <-          scored, regions, proposed ...              (verify-out-of-spec)
 *   tell ..., ask, tell ...   ->
 *                             <-          scored, sampled, proposed ...              (sample-servers)
 *                             <-          speed                                      (measure-speed)
 *   stop: end with the model so far ->
 *                             <-          trained
 *   suspend: checkpoint, end  ->
 *                             <-          suspended
 *                             <-          failed
 * ```
 * Then the child ends. It also ends when the channel closes: a child never outlives its runner.
 */
import { jobConfig } from "@understudy/shared/api/job-config.ts";
import { optimization, optimizationEnd } from "@understudy/shared/api/optimization.ts";
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { sampling } from "@understudy/shared/api/sampling.ts";
import { simulationValue } from "@understudy/shared/domain/simulation.ts";
import { z } from "zod";
import { TRAINING_ORDERS, TRAINING_RESULT } from "./dataset.ts";
import type { SearchFound } from "./optimization-ports.ts";
import type { RegionsFound } from "./out-of-spec-ports.ts";
import type { TrainingEvidence } from "./ports.ts";
import {
  foundDesign,
  prediction,
  recordedDesign,
  simulationScore,
  storedEmulator,
  storedSimulation,
} from "./result-messages.ts";
import type { EmulatorSamplingWork, Sampled, ServerSamplingWork } from "./sampling-ports.ts";
import {
  dataWork,
  emulatorSearchWork,
  placeWork,
  searchWork,
  serverSearchWork,
  trainingWork,
} from "./work-messages.ts";

const trainingEvidence = z.object({
  slowdowns: z.array(z.number().positive()).readonly(),
  ratios: z.array(z.number().positive()).readonly(),
}) satisfies z.ZodType<TrainingEvidence>;

/** The orders of an optimization, and the message with its result: see messages.ts. */
const OPTIMIZATION_ORDERS = [
  z.object({ type: z.literal("search-emulator"), work: emulatorSearchWork }),
  z.object({ type: z.literal("search-servers"), work: serverSearchWork }),
] as const;

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

const OPTIMIZATION_RESULT = z.object({ type: z.literal("found"), result: searchFound });

/** The orders of a sampling, and the message with its result: see messages.ts. */
const samplingWork = searchWork
  .pick({
    workDir: true,
    model: true,
    variables: true,
    score: true,
    seed: true,
    maximum: true,
    warmStart: true,
    relation: true,
  })
  .extend({
    walkers: z.int(),
    stretchProbability: z.number(),
    isInSpecOnly: z.boolean(),
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

const SAMPLING_ORDERS = [
  z.object({ type: z.literal("sample-emulator"), work: emulatorSamplingWork }),
  z.object({ type: z.literal("sample-servers"), work: serverSamplingWork }),
] as const;

const sampled = sampling
  .omit({ is_simulated: true, includes_uncertainty: true, emulator: true })
  .extend({ recorded: z.array(recordedDesign) }) satisfies z.ZodType<Sampled>;

const SAMPLING_RESULT = z.object({ type: z.literal("sampled"), sampled });

/** The orders of a search for designs out of spec, and the message with its result: see messages.ts. */
const OUT_OF_SPEC_ORDERS = [
  /** `verifies`: simulations follow, so that nothing is recorded. */
  z.object({ type: z.literal("find-out-of-spec"), work: emulatorSearchWork, verifies: z.boolean() }),
  z.object({ type: z.literal("verify-out-of-spec"), work: z.union([serverSearchWork, emulatorSearchWork]) }),
] as const;

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

/** `isOver`: no more follow; a verification may then go on. */
const OUT_OF_SPEC_RESULT = z.object({
  type: z.literal("regions"),
  result: regionsFound,
  isOver: z.boolean(),
});

export const toChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("read-files"), work: dataWork }),
  /**
   * `isShort`: it is expected to end soon, and to run beside a long one. `evidence`: what is known of how long trainings of its kind
   * take here.
   */
  z.object({
    type: z.literal("train"),
    jobId: z.int(),
    work: trainingWork,
    isShort: z.boolean().optional(),
    /** Networks may train on the GPU of the machine. False when absent. */
    usesGpu: z.boolean().optional(),
    evidence: trainingEvidence.optional(),
  }),
  z.object({ type: z.literal("measure-speed") }),
  z.object({ type: z.literal("place-simulations"), work: placeWork }),
  ...TRAINING_ORDERS,
  ...OPTIMIZATION_ORDERS,
  ...SAMPLING_ORDERS,
  ...OUT_OF_SPEC_ORDERS,
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
  /** An emulator of the results so far is stored in this file, relative to the work directory. */
  z.object({ type: z.literal("provisional"), file: z.string() }),
  /** The device that networks train on, and why, as a sentence. */
  z.object({ type: z.literal("device"), text: z.string() }),
  z.object({ type: z.literal("trained"), emulator: storedEmulator }),
  z.object({ type: z.literal("suspended") }),
  /** A whole training took so many times as long as it was expected to at its start. */
  z.object({ type: z.literal("timed"), ratio: z.number().positive() }),
  /** Seconds by the clock for each second of the reference machine, of short and of long trainings. */
  z.object({ type: z.literal("speed"), short: z.number().positive(), long: z.number().positive() }),
  /** The chosen points by number, and the accuracy of the predictions of other results, by output. */
  z.object({
    type: z.literal("placed"),
    points: z.array(z.int()),
    coefficientsOfDetermination: z.record(z.string(), z.number()),
  }),
  TRAINING_RESULT,
  OPTIMIZATION_RESULT,
  SAMPLING_RESULT,
  OUT_OF_SPEC_RESULT,
  z.object({ type: z.literal("scored"), scores: z.array(simulationScore) }),
  /** As many as were asked for, or fewer: `isOver` where no more follow, else what is open must show them first. */
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
    /** It computes until it sends `improved`, and may be asked for more meanwhile. */
    isImproving: z.boolean().optional(),
  }),
  z.object({ type: z.literal("improved") }),
  /** `text` is for people; `details` for the log. `isDiskFault`: the same order succeeds once files can be written again. */
  z.object({
    type: z.literal("failed"),
    text: z.string(),
    details: z.string(),
    isDiskFault: z.boolean().optional(),
  }),
]);
export type ToRunner = z.infer<typeof toRunner>;

type ChildMessage = Exclude<ToRunner, { type: "alive" }>;
type TrainingMessage = Extract<
  ChildMessage,
  { type: "progress" | "point" | "provisional" | "device" | "trained" | "timed" | "suspended" | "failed" }
>;
/** A message of a child that trains. @throws Error for the messages of other children */
export function trainingMessage(message: ChildMessage): TrainingMessage {
  switch (message.type) {
    case "progress":
    case "point":
    case "provisional":
    case "device":
    case "trained":
    case "timed":
    case "suspended":
    case "failed":
      return message;
    case "speed":
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
    case "improved":
      throw new Error(`A child that trains sent ${message.type}.`);
  }
}

/** Time between the messages by which a child shows that it is alive (ms). */
export const ALIVE_MS = 1_000;
