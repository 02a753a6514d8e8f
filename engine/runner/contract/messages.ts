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
import { simulationValue } from "@understudy/shared/domain/simulation.ts";
import { z } from "zod";
import { TRAINING_ORDERS, TRAINING_RESULT } from "./dataset.ts";
import { OPTIMIZATION_ORDERS, OPTIMIZATION_RESULT } from "./optimization.ts";
import { OUT_OF_SPEC_ORDERS, OUT_OF_SPEC_RESULT } from "./out-of-spec.ts";
import type { TrainingEvidence } from "./ports.ts";
import { prediction, simulationScore, storedEmulator, storedSimulation } from "./result-messages.ts";
import { SAMPLING_ORDERS, SAMPLING_RESULT } from "./sampling.ts";
import { dataWork, placeWork, trainingWork } from "./work-messages.ts";

const trainingEvidence = z.object({
  slowdowns: z.array(z.number().positive()).readonly(),
  ratios: z.array(z.number().positive()).readonly(),
}) satisfies z.ZodType<TrainingEvidence>;

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
  /** `text` is for people; `details` for the log. */
  z.object({ type: z.literal("failed"), text: z.string(), details: z.string() }),
]);
export type ToRunner = z.infer<typeof toRunner>;

type ChildMessage = Exclude<ToRunner, { type: "alive" }>;
type TrainingMessage = Extract<
  ChildMessage,
  { type: "progress" | "point" | "provisional" | "trained" | "timed" | "suspended" | "failed" }
>;
/** A message of a child that trains. @throws Error for the messages of other children */
export function trainingMessage(message: ChildMessage): TrainingMessage {
  switch (message.type) {
    case "progress":
    case "point":
    case "provisional":
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
