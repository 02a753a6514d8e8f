/**
 * The messages by which a connected server trains an emulator. They travel over the connection of worker-protocol.ts.
 *
 * ```
 * server                                          platform
 *                                              <- training-offer (what to train, and the files to learn from)
 *   training-accept | training-decline         ->
 *   read-file, read-file, ...                  ->        (source: training)
 *                                              <- file-chunk | unreadable
 *   training-points, training-file, ...        ->        (points of both curves; checkpoints)
 *                                              <- training-noted, training-kept, ...
 *                                              <- training-stop: end with what there is
 *   training-file ... (the emulator)           ->
 *                                              <- training-kept ...
 *   trained | training-failed | training-given-back ->   (again and again, until)
 *                                              <- training-ack
 *                                              <- training-cancel (nobody waits for it any more)
 * ```
 * A training is known by its job and the attempt, as a simulation is: who has lost attempt 1 cannot disturb attempt 2.
 */
import { z } from "zod";
import { focusRegion, jobConfig, trainingOptions } from "../api/job-config.ts";
import { trainingEnd } from "../domain/emulator-quality.ts";
import { bytes, describedFile, offset, requestId, sentence } from "../worker-parts.ts";

/** One attempt at the training of a job. */
export const trainingAttempt = z.object({ job: z.int(), attempt: z.int() });
export type TrainingAttempt = z.infer<typeof trainingAttempt>;
export const trainingAttempts = z.array(trainingAttempt).max(100);
export const trainingKey = ({ job, attempt }: TrainingAttempt): string => `${job}.${attempt}`;

/** A checkpoint or an emulator. */
export const MAX_TRAINING_FILE_BYTES = 2 * 1024 ** 3;
/** Points of the training curves in one message. */
export const MAX_TRAINING_POINTS = 5_000;

/** A training needs this besides its files. */
const trainingOrder = z.object({
  config: jobConfig,
  options: trainingOptions,
  focus_regions: z.array(focusRegion),
  /** The job was complete before: it trains as long again, from its last checkpoint. */
  more: z.boolean(),
  /** The number of points of its curves so far, which is the index of the next one. */
  point_count: z.int(),
});
export type TrainingOrder = z.infer<typeof trainingOrder>;

/** `from` is the index of the first point. Both curves are equally long. */
const points = z.object({
  from: z.int().min(0),
  coefficient_of_determination: z.array(z.number()).max(MAX_TRAINING_POINTS),
  loss: z.array(z.number()).max(MAX_TRAINING_POINTS),
});

export const trainingFileKind = z.enum(["checkpoint", "emulator"]);
export type TrainingFileKind = z.infer<typeof trainingFileKind>;

/** The server sends these messages. */
export const TRAINING_TO_PLATFORM = [
  trainingAttempt.extend({ type: z.literal("training-accept") }),
  trainingAttempt.extend({ type: z.literal("training-decline"), reason: sentence }),
  /** The progress of the training; `points` may be none. The answer is `training-noted`. */
  trainingAttempt.extend({
    type: z.literal("training-points"),
    id: requestId,
    points,
    percentage: z.number().min(0).max(100),
    text: sentence,
  }),
  /**
   * A part of a file that stays on the platform. Each sending of a file has an `upload` number of its own, so that parts of
   * two never meet. Some may be on their way at once, in order: a part behind a gap is not kept. The answer is `training-kept`.
   */
  trainingAttempt.extend({
    type: z.literal("training-file"),
    id: requestId,
    upload: z.int().min(1),
    kind: trainingFileKind,
    offset,
    bytes,
    /** The whole file's description comes with its last part: then the file is put in its place. */
    last: describedFile.pick({ size: true, sha256: true }).nullable(),
  }),
  /** `upload` is the number of the upload of the emulator's file. */
  trainingAttempt.extend({ type: z.literal("trained"), id: requestId, upload: z.int(), end: trainingEnd }),
  /** `model`: the training would fail elsewhere, too; `infrastructure`: this server could not do it. */
  trainingAttempt.extend({
    type: z.literal("training-failed"),
    id: requestId,
    kind: z.enum(["model", "infrastructure"]),
    reason: sentence,
  }),
  /**
   * The training ended before it was over, and its last checkpoint was sent: another server may go on, and it counts as no
   * failure.
   */
  trainingAttempt.extend({ type: z.literal("training-given-back"), id: requestId, reason: sentence }),
] as const;

/** The platform sends these messages. */
export const TRAINING_TO_SERVER = [
  trainingAttempt.extend({
    type: z.literal("training-offer"),
    order: trainingOrder,
    /** Paths are relative to the work directory. */
    files: z.array(describedFile),
    lease_ms: z.int(),
  }),
  /** The training ends now and sends the emulator that it has. */
  trainingAttempt.extend({ type: z.literal("training-stop") }),
  trainingAttempt.extend({ type: z.literal("training-cancel"), reason: sentence }),
  /** `next` is the index of the next point to send. */
  z.object({ type: z.literal("training-noted"), id: requestId, next: z.int() }),
  /** `received` counts the bytes of the file that are on the platform. `refusal` says why it takes no more of it. */
  z.object({
    type: z.literal("training-kept"),
    id: requestId,
    received: z.int(),
    refusal: sentence.nullable(),
  }),
  /** Its result is stored, or nobody waits for it any more: forget it. */
  trainingAttempt.extend({ type: z.literal("training-ack"), id: requestId }),
] as const;
