import type { Space } from "../files/space.ts";

/** How often, in a file that arrives in chunks, it is asked whether there is room. */
const CHECK_BYTES = 16 * 1024 ** 2;

/** Why the file of which a chunk arrives does not fit, a sentence; null: it does, as far as it has been asked. */
export async function refusalForSpace(
  space: Space,
  { offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array },
): Promise<string | null> {
  return offset % CHECK_BYTES === 0 ? await space.refusal(bytes.length) : null;
}
