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
 *                                              <- offer, training-offer (work, leased to this server)
 *   read-spec, read-file, ...                  ->
 *                                              <- spec, file-chunk | unreadable, ...
 *   going-away (no new work)                   ->
 * ```
 * Messages that have an `id` are requests and their answers: see REQUEST_ANSWERS below.
 *
 * What is said of a simulation stands in worker-simulation.ts, and of a training in worker-training.ts. Times are in milliseconds
 * and relative, because two machines' clocks differ.
 */
import { z } from "zod";
import { specManifest } from "../domain/spec-manifest.ts";
import {
  bytes,
  describedFile,
  filePath,
  offset,
  onlySpecs,
  requestId,
  resourceRole,
  sentence,
} from "../worker-parts.ts";
import {
  attempts,
  clusterQueue,
  MAX_ALLOWED_SIMULATIONS,
  SIMULATION_TO_PLATFORM,
  SIMULATION_TO_SERVER,
} from "./worker-simulation.ts";
import { TRAINING_TO_PLATFORM, TRAINING_TO_SERVER, trainingAttempts } from "./worker-training.ts";

/**
 * The version is raised when a message changes its meaning. The platform refuses others with a sentence that says what to
 * download.
 */
export const WORKER_PROTOCOL = 2;
export const WORKER_PATH = "/api/workers";

/** The platform sends this to a connection that is refused before its hello, when connecting again will not help. */
export const FINAL_REFUSAL = "final";

/** Each side sends a heartbeat this often, and treats the connection as lost after the silence below. */
export const HEARTBEAT_MS = 15_000;
export const SILENCE_MS = 45_000;
/** Work stays a server's own for this long without a heartbeat. */
export const LEASE_MS = 120_000;
/** An offer waits for its answer this long. */
export const OFFER_MS = 10_000;

/** The longest message either way: the outputs of a simulation with some two hundred curves of 2,000 points. */
export const MAX_WORKER_MESSAGE_BYTES = 8 * 1024 * 1024;

export const resourceName = z
  .string()
  .trim()
  .min(1, "A name is required")
  .max(64, "Use at most 64 characters")
  .regex(/^[\w .()-]*$/, "Use letters, digits, spaces and . _ - ( ) only");

/** A file that a server may read belongs to one of these. */
export const fileSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("spec-version"), id: z.int() }),
  /** A file that somebody chose for a File variable. */
  z.object({ kind: z.literal("job"), id: z.int() }),
  /** The data that the training of a job learns from, and its checkpoint. */
  z.object({ kind: z.literal("training"), id: z.int() }),
]);
export type FileSource = z.infer<typeof fileSource>;

const clientInstance = z.string().min(8).max(64);
/** Some of them may have been killed before the platform knew of them; the one that it knows is among the last few. */
export const MAX_EARLIER_INSTANCES = 10;

const hello = z.object({
  type: z.literal("hello"),
  protocol: z.int(),
  client_version: z.string().max(50),
  /**
   * The client makes this text anew at every start. It distinguishes a connection that comes back from a second client of the
   * same name.
   */
  instance: clientInstance,
  /**
   * Earlier starts of the client, the last one first. They have ended: this one holds the lock of their folder. Clients of earlier
   * versions name none.
   */
  earlier_instances: z.array(clientInstance).max(MAX_EARLIER_INSTANCES).default([]),
  name: resourceName,
  role: resourceRole,
  cores: z.int().min(1).max(100_000),
  /** The number of simulations that it may run at a time. */
  allowed: z.int().min(1).max(MAX_ALLOWED_SIMULATIONS),
  /** The platform in the form `linux-x64`. */
  platform: z.string().max(50),
  only: onlySpecs.default(null),
  /** It runs these simulations, or has results of them that were not acknowledged. */
  running: attempts,
  /** Absent: it cannot train. */
  trainings: trainingAttempts.optional(),
});
export type Hello = z.infer<typeof hello>;
/** These fields of the first message, of any version, are enough to refuse it by a sentence. */
export const firstMessage = z.object({ protocol: z.int(), platform: z.string().max(50) });

export const toPlatform = z.discriminatedUnion("type", [
  hello,
  /**
   * The client sends this instead of hello to ask whether it may connect and what it will need. The answer is `checked` or
   * `refused`.
   */
  z.object({ type: z.literal("check"), protocol: z.int(), platform: z.string().max(50) }),
  z.object({
    type: z.literal("heartbeat"),
    sequence: z.int(),
    running: attempts,
    trainings: trainingAttempts.optional(),
    /** Absent: it runs its simulations itself. */
    queue: clusterQueue.optional(),
  }),
  ...SIMULATION_TO_PLATFORM,
  z.object({ type: z.literal("read-spec"), id: requestId, spec_version: z.int() }),
  z.object({ type: z.literal("read-file"), id: requestId, source: fileSource, path: filePath, offset }),
  /** The client asks for no new work; the simulations that run are finished or given back. */
  z.object({ type: z.literal("going-away"), reason: sentence }),
  ...TRAINING_TO_PLATFORM,
]);
export type ToPlatform = z.infer<typeof toPlatform>;

const refused = z.object({
  type: z.literal("refused"),
  reason: sentence,
  /** The time until the client connects again; null: coming back will not help. */
  retry_ms: z.int().nullable(),
});

export const toServer = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    resource_id: z.int(),
    lost: attempts,
    lost_trainings: trainingAttempts,
  }),
  /** The owner that the server would have, and the programs that the platform's specs run. */
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
  ...SIMULATION_TO_SERVER,
  z.object({
    type: z.literal("spec"),
    id: requestId,
    manifest: specManifest,
    files: z.array(describedFile),
  }),
  z.object({ type: z.literal("file-chunk"), id: requestId, bytes, last: z.boolean() }),
  /** Answers `read-spec` or `read-file`. */
  z.object({ type: z.literal("unreadable"), id: requestId, reason: sentence }),
  ...TRAINING_TO_SERVER,
]);
export type ToServer = z.infer<typeof toServer>;

/** The messages that may answer each request of a server. A request is sent again, with the same number, until it is answered. */
export const REQUEST_ANSWERS = {
  result: ["ack"],
  failed: ["ack"],
  "given-back": ["ack"],
  keep: ["kept"],
  "read-spec": ["spec", "unreadable"],
  "read-file": ["file-chunk", "unreadable"],
  "training-points": ["training-noted"],
  "training-file": ["training-kept"],
  trained: ["training-ack"],
  "training-failed": ["training-ack"],
  "training-given-back": ["training-ack"],
} as const satisfies Readonly<Partial<Record<ToPlatform["type"], readonly Answer["type"][]>>>;

/** The messages that carry the number of a request. */
export type Answer = Extract<ToServer, { id: number }>;
export type Request = Extract<ToPlatform, { id: number }>;
export type RequestOf<Type extends Request["type"]> = Extract<Request, { type: Type }>;
export type AnswerOf<Type extends Request["type"]> = Extract<
  Answer,
  { type: (typeof REQUEST_ANSWERS)[Type][number] }
>;
/** A message before its sender has numbered it. */
export type Unnumbered<Message> = Message extends { id: number } ? Omit<Message, "id"> : Message;

/** Socket.IO's typed maps: one event name each way keeps the switch in one place. */
export type WorkerToPlatform = { message: (message: ToPlatform) => void };
export type PlatformToWorker = { message: (message: ToServer) => void };
