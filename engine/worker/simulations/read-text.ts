import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Reads files of a directory as text, for `readOutputs`; see engine/specs/read-outputs.ts. */
export const readTextIn =
  (directory: string) =>
  async (path: string, maxBytes: number): Promise<{ text: string; whole: boolean } | null> => {
    // Opening a pipe of that name without this flag would wait for a writer.
    const handle = await open(join(directory, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
      () => null,
    );
    if (handle === null) return null;
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return null;
      const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return { text: buffer.toString("utf8", 0, bytesRead), whole: stats.size <= maxBytes };
    } finally {
      await handle.close();
    }
  };
