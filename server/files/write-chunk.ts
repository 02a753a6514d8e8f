import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { writeFully } from "@understudy/engine/dataset/storage/files.ts";

/** A part of a file that arrives in pieces. */
export type Chunk = { readonly offset: number; readonly bytes: Uint8Array };

type Options = {
  /** The chunk at 0 replaces what lies there. Without this, bytes behind the chunk stay. */
  readonly truncate?: boolean;
  /** Returns once the bytes are on the disk. */
  readonly sync?: boolean;
};

/** Never through a link: nothing here makes one, and none that somebody else puts here is followed. */
const OPEN_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Writes a chunk, and nothing where it would leave a gap; written again it changes nothing. The folder must exist.
 * @returns the size of the file as it now is, in bytes
 */
export async function writeChunk(
  path: string,
  { offset, bytes }: Chunk,
  { truncate = false, sync = false }: Options = {},
): Promise<number> {
  const file = await open(path, OPEN_FLAGS, 0o600);
  try {
    const { size } = await file.stat();
    // A gap would be a file of zeros in the middle, of any length.
    if (offset > size) return size;
    const isReplaced = truncate && offset === 0 && size > 0;
    if (isReplaced) await file.truncate(0);
    await writeFully(file, bytes, offset);
    if (sync) await file.sync();
    return Math.max(isReplaced ? 0 : size, offset + bytes.length);
  } finally {
    await file.close();
  }
}
