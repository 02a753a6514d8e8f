import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of an archive: its text or bytes, or the file that it is copied from. */
export type Entry = {
  readonly path: string;
  readonly executable?: boolean;
} & ({ readonly text: string | Uint8Array } | { readonly from: string });

/** Writes an archive that is complete or absent, even if another process writes the same one meanwhile. */
export async function writeZip(file: string, entries: readonly Entry[]): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  const zip = new ZipFile();
  const mtime = new Date();
  const written = pipeline(zip.outputStream, createWriteStream(unfinished));
  const failed = new Promise<never>((_, reject) => zip.once("error", reject));
  for (const entry of entries) {
    const options = { mtime, mode: entry.executable ? 0o100755 : 0o100644 };
    if ("from" in entry) zip.addFile(entry.from, entry.path, options);
    else zip.addBuffer(Buffer.from(entry.text), entry.path, options);
  }
  zip.end();
  try {
    await Promise.race([written, failed]);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}
