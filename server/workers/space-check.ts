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
