/** The checkpoint of a training of several sets of outputs: those of all sets, one after the other. */
import { z } from "zod";
import { packPlain, unpackPlain } from "../models/plain-data.ts";
import { readCheckpoint, type TrainingState } from "./checkpoint.ts";

const CHECKPOINT_KIND = "training checkpoint of sets";
const CHECKPOINT_VERSION = 1;
const schema = z.object({ sets: z.array(z.instanceof(Uint8Array)) });

/** @param checkpoints one a set; that of a single set is the checkpoint of the whole training */
export function joinCheckpoints(checkpoints: readonly Uint8Array[]): Uint8Array {
  const [first, ...further] = checkpoints;
  if (first !== undefined && further.length === 0) return first;
  return packPlain(CHECKPOINT_KIND, CHECKPOINT_VERSION, { sets: [...checkpoints] });
}

/**
 * The states that were written, one a set, or undefined when the bytes are damaged, of another version or of other data.
 * @param fingerprints of the sets
 */
export function readCheckpoints(
  bytes: Uint8Array,
  fingerprints: readonly number[],
): TrainingState[] | undefined {
  const stored = fingerprints.length === 1 ? [bytes] : readSets(bytes);
  if (stored.length !== fingerprints.length) return undefined;
  const states = stored.flatMap(
    (checkpoint, at) => readCheckpoint(checkpoint, fingerprints[at] ?? Number.NaN) ?? [],
  );
  return states.length === fingerprints.length ? states : undefined;
}

function readSets(bytes: Uint8Array): Uint8Array[] {
  const read = schema.safeParse(unpackPlain(CHECKPOINT_KIND, CHECKPOINT_VERSION, bytes));
  return read.success ? read.data.sets : [];
}
