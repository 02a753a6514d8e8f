/**
 * Everything that travels between the platform and a connected server (the worker client of engine/worker), each message
 * declared once. One Socket.IO event each way carries one discriminated union.
 *
 * ```
 * server (worker client)                          platform
 *   connects, its key in the Authorization header ->
 *   hello (what it is, what it still runs)     ->
 *                                              <- welcome (what of that it has lost) | refused
 *   heartbeat 1, 2, ... (what it runs)         ->
 *                                              <- renewed 1, 2, ... (what it has lost)
 *                                              <- offer (one simulation, leased to this server)
 *   accept | decline                           ->
 *   read-spec, read-file                       ->
 *                                              <- spec, file-chunk | unreadable
 *   log, log, ..., keep, keep, ...             ->
 *                                              <- kept, kept, ...
 *   result | failed                            ->        (again and again, until)
 *                                              <- ack
 *                                              <- cancel (its job was stopped)
 *   going-away (no new work), given-back       ->
 * ```
 * Trainings travel over the same connection: see worker-training.ts.
 *
 * A simulation is known by its id and the attempt: whoever has lost attempt 1 cannot disturb attempt 2. Times are in
 * milliseconds and relative, because two machines' clocks differ.
 */
import { z } from "zod";
import { simulationInputs, simulationOutputs } from "./domain/simulation.ts";
import { specManifest } from "./domain/spec-manifest.ts";
import {
  bytes,
  chunk,
  describedFile,
  filePath,
  offset,
  onlySpecs,
  resourceRole,
  sentence,
} from "./worker-parts.ts";
import { TRAINING_TO_PLATFORM, TRAINING_TO_SERVER, trainingAttempts } from "./worker-training.ts";

export { type DescribedFile, FILE_CHUNK_BYTES } from "./worker-parts.ts";

/** Raised when a message changes its meaning. The platform refuses others with a sentence that says what to download. */
export const WORKER_PROTOCOL = 1;
export const WORKER_PATH = "/api/workers";

/** Sent to a connection that is refused before its hello, when connecting again will not help. */
export const FINAL_REFUSAL = "final";

/** How often each side sends a heartbeat, and after how much silence it treats the connection as lost. */
export const HEARTBEAT_MS = 15_000;
export const SILENCE_MS = 45_000;
/** How long work stays a server's own without a heartbeat. */
export const LEASE_MS = 120_000;
/** How long an offer waits for its answer. */
export const OFFER_MS = 10_000;

/** The longest message either way: the outputs of a simulation with some two hundred curves of 2,000 points. */
export const MAX_WORKER_MESSAGE_BYTES = 8 * 1024 * 1024;
export const LOG_CHUNK_BYTES = 64 * 1024;
/** Of a log, so much of its beginning and so much of its end are kept. */
export const LOG_KEPT_BYTES = 1024 * 1024;
/** What a simulation's record keeps of the end of its log. */
export const LOG_TAIL_CHARACTERS = 4_096;
/** All kept files of one simulation together. */
export const MAX_KEPT_BYTES = 256 * 1024 * 1024;
/** The most simulations one server may run at a time. */
export const MAX_ALLOWED_SIMULATIONS = 1_024;

export const resourceName = z
  .string()
  .trim()
  .min(1, "A name is required")
  .max(64, "Use at most 64 characters")
  .regex(/^[\w .()-]*$/, "Use letters, digits, spaces and . _ - ( ) only");

/** One attempt at one simulation. */
export const attempt = z.object({ simulation: z.int(), attempt: z.int() });
export type Attempt = z.infer<typeof attempt>;
const attempts = z.array(attempt).max(10 * MAX_ALLOWED_SIMULATIONS);
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

/** Where a file that a server may read belongs to. */
export const fileSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("spec-version"), id: z.int() }),
  /** A file that somebody chose for a File variable. */
  z.object({ kind: z.literal("job"), id: z.int() }),
  /** What the training of a job learns from, and its checkpoint. */
  z.object({ kind: z.literal("training"), id: z.int() }),
]);
export type FileSource = z.infer<typeof fileSource>;

const running_time = z.number().min(0);

const hello = z.object({
  type: z.literal("hello"),
  protocol: z.int(),
  client_version: z.string().max(50),
  /** Made anew by every start of the client: distinguishes a connection that comes back from a second client of the same name. */
  instance: z.string().min(8).max(64),
  name: resourceName,
  role: resourceRole,
  cores: z.int().min(1).max(100_000),
  /** Simulations it may run at a time. */
  allowed: z.int().min(1).max(MAX_ALLOWED_SIMULATIONS),
  /** As `linux-x64`. */
  platform: z.string().max(50),
  only: onlySpecs.default(null),
  /** What it runs, or has results of that were not acknowledged. */
  running: attempts,
  /** Absent: it cannot train. */
  trainings: trainingAttempts.optional(),
});
export type Hello = z.infer<typeof hello>;
/** Enough of the first message of any version to refuse it by a sentence. */
export const firstMessage = z.object({ protocol: z.int(), platform: z.string().max(50) });

/** `running_time` in seconds, of the command alone. */
const result = attempt.extend({
  type: z.literal("result"),
  running_time,
  outputs: simulationOutputs,
  log_tail: logTail,
});
const failed = attempt.extend({
  type: z.literal("failed"),
  kind: failureKind,
  reason: sentence,
  running_time: running_time.nullable(),
  log_tail: logTail,
});
/** What a simulation came to: sent until it is acknowledged. */
export const report = z.discriminatedUnion("type", [result, failed]);

export const toPlatform = z.discriminatedUnion("type", [
  hello,
  /** Instead of hello: may this client connect, and what will it need? The answer is `checked` or `refused`. */
  z.object({ type: z.literal("check"), protocol: z.int(), platform: z.string().max(50) }),
  z.object({
    type: z.literal("heartbeat"),
    sequence: z.int(),
    running: attempts,
    trainings: trainingAttempts.optional(),
  }),
  attempt.extend({ type: z.literal("accept") }),
  attempt.extend({ type: z.literal("decline"), reason: sentence }),
  /**
   * The log from `offset` on, as the simulation goes on: of its beginning, or of what was kept of the end of a long one
   * (counted from where that begins). There is no answer: a client that comes back sends it again.
   */
  attempt.extend({ type: z.literal("log"), part: logPart, offset, bytes: logBytes }),
  /** A part of a file that stays on the platform; `last` marks the final part. The answer is `kept`. */
  attempt.extend({ type: z.literal("keep"), path: filePath, offset, bytes, last: z.boolean() }),
  result,
  failed,
  /** Accepted, and ended before it was over: somebody else may have it, and it counts as no failure. */
  attempt.extend({ type: z.literal("given-back"), reason: sentence }),
  z.object({ type: z.literal("read-spec"), spec_version: z.int() }),
  z.object({ type: z.literal("read-file"), source: fileSource, path: filePath, offset }),
  /** No new work, please; what runs is finished or given back. */
  z.object({ type: z.literal("going-away"), reason: sentence }),
  ...TRAINING_TO_PLATFORM,
]);
export type ToPlatform = z.infer<typeof toPlatform>;

const refused = z.object({
  type: z.literal("refused"),
  reason: sentence,
  /** Null: coming back will not help. */
  retry_ms: z.int().nullable(),
});

export const toServer = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    resource_id: z.int(),
    lost: attempts,
    lost_trainings: trainingAttempts,
  }),
  /** Whose server it would be, and the programs that the platform's specs run. */
  z.object({
    type: z.literal("checked"),
    owner: z.string(),
    programs: z.array(z.object({ name: z.string(), specs: z.array(z.string()) })),
  }),
  refused,
  /** Answers the heartbeat of that sequence: the lease of everything it named counts from when it was sent, but for `lost`. */
  z.object({
    type: z.literal("renewed"),
    sequence: z.int(),
    lost: attempts,
    lost_trainings: trainingAttempts,
  }),
  attempt.extend({
    type: z.literal("offer"),
    job_id: z.int(),
    spec_version: z.int(),
    inputs: simulationInputs,
    /** Files that were chosen for File variables, by variable. */
    files: z.record(z.string(), describedFile),
    lease_ms: z.int(),
  }),
  attempt.extend({ type: z.literal("cancel"), reason: sentence }),
  /** The result or failure is stored, or nobody waits for it any more: forget it. */
  attempt.extend({ type: z.literal("ack") }),
  /** `received`: bytes of the file that are on the platform. `refusal`: why no more of it is wanted. */
  attempt.extend({
    type: z.literal("kept"),
    path: filePath,
    received: z.int(),
    refusal: sentence.nullable(),
  }),
  z.object({
    type: z.literal("spec"),
    spec_version: z.int(),
    manifest: specManifest,
    files: z.array(describedFile),
  }),
  z.object({
    type: z.literal("file-chunk"),
    source: fileSource,
    path: filePath,
    offset,
    bytes,
    last: z.boolean(),
  }),
  /** Answers `read-spec` (no path) or `read-file`. */
  z.object({
    type: z.literal("unreadable"),
    source: fileSource,
    path: filePath.nullable(),
    reason: sentence,
  }),
  ...TRAINING_TO_SERVER,
]);
export type ToServer = z.infer<typeof toServer>;

/** Socket.IO's typed maps: one event name each way keeps the switch in one place. */
export type WorkerToPlatform = { message: (message: ToPlatform) => void };
export type PlatformToWorker = { message: (message: ToServer) => void };
