/**
 * Archives, written and read by `tar`. All bytes pass through this process: when it is killed, the pipe breaks and `tar` ends
 * with it; and a full disk is reported by the system, not in the words of a program.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** A hundred gigabytes pass in less; one that takes longer hangs. */
const MAX_RUN_MS = 6 * 60 * 60 * 1000;
const MAX_COMPLAINT_CHARACTERS = 400;
const NEWLINE_BYTE = 10;

/** @throws Error when either `tar` or the exchange with it fails */
async function runTar(
  args: readonly string[],
  exchange: (tar: ChildProcessWithoutNullStreams) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, LC_ALL: "C" };
  const tar = spawn("tar", args, { env, timeout: MAX_RUN_MS, killSignal: "SIGKILL" });
  let complaint = "";
  tar.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, MAX_COMPLAINT_CHARACTERS);
  });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once("error", reject);
    tar.once("close", (code, signal) => {
      const [reason = ""] = complaint.trim().split("\n");
      if (code === 0) resolve();
      else reject(new Error(reason || `tar ended with ${signal ?? `exit code ${code}`}.`));
    });
  });
  const [exchanged, end] = await Promise.allSettled([exchange(tar), ended]);
  if (exchanged.status === "rejected") throw exchanged.reason;
  if (end.status === "rejected") throw end.reason;
}

/**
 * Writes a .tar.gz and waits until it is on the disk.
 * @param args name what to pack, for `tar`; folders are not entered
 * @param onBytes called with the number of bytes that were packed since, before they are compressed
 */
export const packArchive = (
  archive: string,
  args: readonly string[],
  onBytes: (bytes: number) => void,
): Promise<void> =>
  runTar(["-c", "-f", "-", "--no-recursion", ...args], (tar) => {
    tar.stdout.on("data", (bytes: Buffer) => onBytes(bytes.length));
    return pipeline(tar.stdout, createGzip(), createWriteStream(archive, { mode: 0o600, flush: true }));
  });

/**
 * Reads the archive to its end, also where `tar` ends at the last file: the checksum comes after it.
 * @throws Error when the archive is damaged. How `tar` fares is left to its exit code.
 */
async function readInto(
  archive: string,
  { stdin }: ChildProcessWithoutNullStreams,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let proceed = () => {};
  for (const event of ["drain", "close", "error"]) stdin.on(event, () => proceed());
  try {
    const compressed = createReadStream(archive);
    compressed.on("data", (bytes) => onBytes(bytes.length));
    await pipeline(compressed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const bytes of chunks) {
        if (stdin.destroyed || stdin.write(bytes)) continue;
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
      }
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "Z_BUF_ERROR") throw new Error("the archive is cut off.", { cause: error });
    if (code === "Z_DATA_ERROR")
      throw new Error("it is damaged, or not a .tar.gz archive.", { cause: error });
    throw error;
  } finally {
    stdin.end();
  }
}

/** @param onBytes called with the number of bytes of the archive that were read since */
export const unpackArchive = (
  archive: string,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<void> => runTar(["-x", "-p", "-f", "-", "-C", folder], (tar) => readInto(archive, tar, onBytes));

/**
 * Reads a whole archive, and so checks the checksum that gzip puts at its end.
 * @param onBytes called with the number of bytes of the archive that were read since
 * @returns how many files and folders are in it
 */
export async function countEntries(archive: string, onBytes: (bytes: number) => void): Promise<number> {
  let count = 0;
  await runTar(["-t", "-f", "-"], (tar) => {
    tar.stdout.on("data", (bytes: Buffer) => {
      for (const byte of bytes) if (byte === NEWLINE_BYTE) count++;
    });
    return readInto(archive, tar, onBytes);
  });
  return count;
}
