import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";

/** What a command prints after that is not kept. */
const MAX_BYTES = 64 * 1024 ** 2;

/** What the command prints, in a file beside its others, for outputs that are read from it. */
export function openStdoutFile(directory: string): { write(chunk: Buffer): void; close(): Promise<void> } {
  const stream = createWriteStream(join(directory, STDOUT_FILE), { mode: 0o600 });
  // A disk that is full shows in the outputs that cannot be read.
  stream.on("error", () => {});
  let left = MAX_BYTES;
  return {
    write: (chunk) => {
      if (left <= 0) return;
      stream.write(chunk.subarray(0, left));
      left -= chunk.length;
    },
    close: () =>
      new Promise((resolve) => {
        stream.once("close", () => resolve());
        stream.end();
        if (stream.closed) resolve();
      }),
  };
}
