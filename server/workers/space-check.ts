import { describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { Space } from "../files/space.ts";

/** The number of bytes of an arriving file after which free space is checked again. */
const CHECK_BYTES = 16 * 1024 ** 2;

/** Why the file of which a chunk arrives does not fit, a sentence; null: it fits, or is not checked at this chunk. */
export async function refusalForSpace(
  space: Space,
  { offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array },
): Promise<string | null> {
  return offset % CHECK_BYTES === 0 ? await space.refusal(bytes.length) : null;
}

/** The answer to a chunk: the size of the file as it now is, or why no more of it is wanted, a sentence. */
export type Stored = { readonly received: number; readonly refusal: string | null };

/** Stores a chunk; a fault of the disk becomes a refusal, for which the server need not wait. */
export async function refuseWithDisk(store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    const refusal = describeDiskFault(error);
    if (refusal === null) throw error;
    return { received: 0, refusal };
  }
}
