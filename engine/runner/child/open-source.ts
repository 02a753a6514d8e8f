import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UserError } from "@understudy/shared/user-error.ts";
import type { TextFile } from "../../dataset/csv/table-reader.ts";
import type { SourceFile } from "../contract/claim.ts";

const CHUNK_BYTES = 128 * 1024;

/**
 * An uploaded file.
 * @param progress called with the share that has been read
 * @param passes how often it is read, about
 * @throws UserError when it is not there
 */
export async function openSource(
  source: SourceFile,
  progress: (share: number) => void,
  passes = 1,
): Promise<TextFile> {
  const { path, name } = source;
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new UserError(`The file ${name} is no longer there. Please upload it again.`, { cause });
  });
  let read = 0;
  const chunks = {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        if (!(chunk instanceof Uint8Array)) continue;
        read += chunk.length;
        progress(Math.min(1, read / Math.max(1, passes * size)));
        yield chunk;
      }
    },
  };
  return { name, size, chunks };
}
