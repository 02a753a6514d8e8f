/** Files that are either whole or absent, whenever the machine stops. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";

/** Replaces the file in one step: readers see the old bytes or the new ones. The folder must exist. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await file.close();
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** True: there is such a file or folder, and this user can reach it. */
export const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes a folder for this user alone, unless it exists. @throws ENOENT when the folder that it lies in does not exist */
export async function ensureFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** A rename is on the disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Fills `bytes` from `position` on.
 * @throws Error when the file ends before.
 */
export async function readFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error(`The file ends ${bytes.length - done} bytes too early.`);
    done += bytesRead;
  }
}

/** Computes the SHA-256 of a file's bytes, in hexadecimal digits. The file is never held in memory as a whole. */
export async function computeSha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Writes all of `bytes` at the file's end. */
export async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done)).bytesWritten;
}

/** Writes all of `bytes` from `position` on. A disk that is nearly full takes a part of them before it refuses the rest. */
export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

export const viewBytes = (values: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
