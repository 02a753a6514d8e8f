import { createReadStream, type ReadStream } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { SpecFile } from "../../models/spec.ts";

/** The zip of a version's files, byte for byte as they lie there, written while it is read. */
export function zipFolder(folder: string, files: readonly SpecFile[], mtime: Date): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  let reading: ReadStream | null = null;
  for (const { path, size } of files) {
    zip.addReadStreamLazy(path, { size, mtime, mode: 0o100644 }, (open) => {
      reading = createReadStream(join(folder, path));
      reading.once("error", (error) => out.destroy(error));
      open(null, reading);
    });
  }
  zip.once("error", (error: Error) => out.destroy(error));
  zip.end();
  // The client may leave in the middle: yazl would keep the file open that it waits for.
  pipeline(zip.outputStream, out).catch(() => reading?.destroy());
  return out;
}
