/**
 * The messages by which a connected server simulates. They travel over the connection of worker-protocol.ts.
 *
 * ```
 * server                                          platform
 *                                              <- offer (one simulation, leased to this server)
 *   accept | decline                           ->
 *   read-spec, read-file, ...                  ->
 *                                              <- spec, file-chunk | unreadable
 *   log, log, ..., keep, keep, ...             ->
 *                                              <- kept, kept, ...
 *   result | failed | given-back               ->        (result and failed again and again, until)
 *                                              <- ack
 *                                              <- cancel (its job was stopped)
 * ```
 * A simulation is known by its id and the attempt: whoever has lost attempt 1 cannot disturb attempt 2.
 */
import { z } from "zod";
import { simulationInputs, simulationOutputs, undefinedOutputs } from "../domain/simulation.ts";
import {
  bytes,
  chunk,
  describedFile,
  filePath,
  offset,
  queuePlace,
  requestId,
  sentence,
} from "../worker-parts.ts";

/** The most simulations one server may run at a time. */
export const MAX_ALLOWED_SIMULATIONS = 1_024;
export const LOG_CHUNK_BYTES = 64 * 1024;
/** A long log keeps so many bytes of its beginning and so many of its end. */
export const LOG_KEPT_BYTES = 1024 * 1024;
/** A simulation's record keeps so many characters of the end of its log. */
export const LOG_TAIL_CHARACTERS = 4_096;
/** All kept files of one simulation together. */
export const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** One attempt at one simulation. */
export const attempt = z.object({ simulation: z.int(), attempt: z.int() });
export type Attempt = z.infer<typeof attempt>;
export const attempts = z.array(attempt).max(10 * MAX_ALLOWED_SIMULATIONS);
export const attemptKey = ({ simulation, attempt }: Attempt): string => `${simulation}.${attempt}`;

const logTail = z.string().max(LOG_TAIL_CHARACTERS);
const logBytes = chunk(LOG_CHUNK_BYTES);

export const logPart = z.enum(["head", "end"]);
export type LogPart = z.infer<typeof logPart>;

/**
 * `model`: the simulation ran and failed (exit code, timeout, unreadable output): it would fail elsewhere, too.
 * `infrastructure`: this server could not run it (disk full, program missing, killed by the machine): try another.
 */
export const failureKind = z.enum(["model", "infrastructure"]);
export type FailureKind = z.infer<typeof failureKind>;

const running_time = z.number().min(0);

/** `running_time` is in seconds, of the command alone. */
const result = attempt.extend({
  type: z.literal("result"),
  running_time,
  outputs: simulationOutputs,
  /** Clients before this field existed sent a failure where an output had no value. */
  undefined_outputs: undefinedOutputs.optional(),
  log_tail: logTail,
});
const failed = attempt.extend({
  type: z.literal("failed"),
  kind: failureKind,
  reason: sentence,
  running_time: running_time.nullable(),
  log_tail: logTail,
});
/** The result of a simulation is sent until it is acknowledged. */
export const report = z.discriminatedUnion("type", [result, failed]);

/** The queue of a server that hands its simulations to a scheduler, by the name of which people know it (`Slurm`). */
export const clusterQueue = z.object({
  scheduler: z.string().max(40),
  places: z.array(attempt.extend(queuePlace.shape)).max(10 * MAX_ALLOWED_SIMULATIONS),
});
export type ClusterQueue = z.infer<typeof clusterQueue>;

/** The server sends these messages. */
export const SIMULATION_TO_PLATFORM = [
  attempt.extend({ type: z.literal("accept") }),
  attempt.extend({ type: z.literal("decline"), reason: sentence }),
  /**
   * The log from `offset` on, as the simulation goes on: of its beginning, or of what was kept of the end of a long one
   * (counted from where that begins). There is no answer: a client that comes back sends it again.
   */
  attempt.extend({ type: z.literal("log"), part: logPart, offset, bytes: logBytes }),
  /** A part of a file that stays on the platform; `last` marks the final part. The answer is `kept`. */
  attempt.extend({
    type: z.literal("keep"),
    id: requestId,
    path: filePath,
    offset,
    bytes,
    last: z.boolean(),
  }),
  result.extend({ id: requestId }),
  failed.extend({ id: requestId }),
  /** The simulation was accepted and ended before it was over: another server may have it, and it counts as no failure. */
  attempt.extend({ type: z.literal("given-back"), id: requestId, reason: sentence }),
] as const;

export const offer = attempt.extend({
  type: z.literal("offer"),
  job_id: z.int(),
  spec_version: z.int(),
  inputs: simulationInputs,
  /** Files that were chosen for File variables, by variable. */
  files: z.record(z.string(), describedFile),
  lease_ms: z.int(),
});
export type Offer = z.infer<typeof offer>;

/** The platform sends these messages. */
export const SIMULATION_TO_SERVER = [
  offer,
  attempt.extend({ type: z.literal("cancel"), reason: sentence }),
  /** The result or failure is stored, or nobody waits for it any more: forget it. */
  attempt.extend({ type: z.literal("ack"), id: requestId }),
  /** `received` counts the bytes of the file that are on the platform. `refusal` says why it takes no more of it. */
  z.object({ type: z.literal("kept"), id: requestId, received: z.int(), refusal: sentence.nullable() }),
] as const;
