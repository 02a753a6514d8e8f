/**
 * The messages of worker-protocol.ts, worker-simulation.ts and worker-training.ts are made of these parts; browsers
 * load only this much of the protocol.
 */
import { z } from "zod";

/** Files travel in chunks, a few at a time at most, so that a slow line still lets heartbeats through. */
export const FILE_CHUNK_BYTES = 256 * 1024;

export const sentence = z.string().max(2_000);
/** The path of a spec's or a job's file: with forward slashes, relative, never upwards. */
export const filePath = z.string().min(1).max(500);
export const chunk = (max: number) =>
  z.custom<Uint8Array>((data) => data instanceof Uint8Array && data.length <= max, "Not a chunk");
export const bytes = chunk(FILE_CHUNK_BYTES);
export const offset = z.int().min(0);
/** A server numbers its requests; the answer carries the number of its request. A request that is sent again keeps its number. */
export const requestId = z.int().min(1);

/** Both ends describe a file by its path, its size and its hash. */
export const describedFile = z.object({ path: filePath, size: z.int().min(0), sha256: z.string() });
export type DescribedFile = z.infer<typeof describedFile>;

/**
 * The role of a connected server: lists of servers for simulations show Simulations and All, for training Training
 * and All.
 */
export const resourceRole = z.enum(["Simulations", "Training", "All"]);

/** Stands among `onlySpecs` for every spec that only runs ngspice on its own files (`problemOfConfinement` of engine/specs). */
export const CONFINED_NGSPICE = "ngspice";
/** The only specs that a server simulates: fingerprints (`specFingerprint` of engine/specs), CONFINED_NGSPICE; null: it simulates all. */
export const onlySpecs = z.array(z.string().max(64)).max(100).nullable();

/**
 * The place of a simulation in the scheduler of a cluster. `job`: the scheduler's own id of its task (`4711_3`). `reason`: the
 * scheduler's own word for why it waits (`Resources`, `Priority`); empty where there is none.
 */
export const queuePlace = z.object({
  job: z.string().max(100),
  state: z.enum(["pending", "held", "running"]),
  reason: z.string().max(200),
});
export type QueuePlace = z.infer<typeof queuePlace>;
