/** The state of a task as bytes, to go on from it after its process has ended. */
import type { z } from "zod";
import { packPlain, unpackPlain } from "../../models/plain-data.ts";

export interface CheckpointCodec<State> {
  write(state: State): Uint8Array;
  /** @returns null without bytes, or where this version cannot go on from them */
  read(bytes: Uint8Array | null): State | null;
}

/**
 * @param version to be raised whenever a step of the task changes, because older states are then set aside
 * @param schema need not check the parts in depth: the version ensures that they were written by code that computes the same
 */
export const createCheckpointCodec = <State extends object>(
  kind: string,
  version: number,
  schema: z.ZodType<State>,
): CheckpointCodec<State> => ({
  write: (state) => packPlain(kind, version, state),
  read: (bytes) =>
    bytes === null ? null : (schema.safeParse(unpackPlain(kind, version, bytes)).data ?? null),
});
