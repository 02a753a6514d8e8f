import { z } from "zod";
import type { Index } from "./collection.ts";

/**
 * The phases of a machine:
 *
 * ```
 *  creating --it exists--> installing --its client connects--> connected
 *      \__________________________|__________________________________/
 *        its training is over, stopped, moved or failed: releasing --it is gone--> (no record)
 * ```
 */
export const machinePhase = z.enum(["creating", "installing", "connected", "releasing"]);

/**
 * The place where a machine was created: what a provider must have in common with the one that began its start, to find it again. A
 * template of commands may hold a secret, so that only its digest is stored.
 */
export const machinePlace = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("azure"), subscription: z.string(), resource_group: z.string() }),
  z.object({ provider: z.literal("command"), program: z.string(), commands: z.string() }),
  /** An earlier version did not record it. */
  z.object({ provider: z.literal("unrecorded") }),
]);
export type MachinePlace = z.infer<typeof machinePlace>;

/** A machine that was created for the training of one job. There is a record from before the machine exists until it is gone. */
export const machineRecord = z.object({
  /** The id of the server that its worker client becomes; see `training_server` of the job. */
  _id: z.int(),
  job_id: z.int(),
  /** The creator of the job, whose server it is. */
  user_id: z.int(),
  /** The name by which the provider knows it. */
  name: z.string(),
  /** The kind of machine, as people know it. */
  label: z.string(),
  /** Null: no start was begun, so that it exists nowhere. */
  place: machinePlace.nullable().default({ provider: "unrecorded" }),
  phase: machinePhase,
  phase_time: z.date(),
  created_time: z.date(),
  /**
   * A start that nobody waits for any more, because its process was killed or it was cut off, may still take effect until this
   * time: only then is the machine known to be gone. Null: no start is under way.
   */
  start_until: z.date().nullable(),
  /** The start of the worker client that has used its key; no other one can. */
  instance: z.string().nullable(),
  /** Why it could not be deleted the last time, or cannot be, a sentence; null: it was not tried, or is under way. */
  release_problem: z.string().nullable(),
});
export type MachineRecord = z.infer<typeof machineRecord>;

export const machineIndexes: readonly Index[] = [[{ job_id: 1 }]];

/** A task that one process at a time does for the whole installation. */
export const processRoleRecord = z.object({
  /** The task's name. */
  _id: z.string(),
  /** The process that does it, by a name made up at its start. */
  holder: z.string(),
  /** When the holder is taken for dead, unless it renews this before. */
  until: z.date(),
});
