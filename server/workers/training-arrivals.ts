/**
 * What a server sends of a training: checkpoints and the emulator, in the job's work directory. Until a file is whole and as its
 * checksum says, it lies apart: `arrivals/<attempt>-<upload>.<kind>`.
 */
import { constants } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sha256Of, syncFolder } from "@understudy/engine/dataset/storage/files.ts";
import {
  MAX_TRAINING_FILE_BYTES,
  type TrainingAttempt,
  type TrainingFileKind,
} from "@understudy/shared/worker-training.ts";
import { arrivalsFolder, checkpointPath } from "../files/training-files.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";

/** How often, in a file, it is asked whether there is room. */
const LOOK_FOR_ROOM_BYTES = 16 * 1024 ** 2;
/** Never through a link: nothing here makes one, and nothing that somebody puts here is followed. */
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

type Part = TrainingAttempt & {
  readonly upload: number;
  readonly kind: TrainingFileKind;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly last: { readonly size: number; readonly sha256: string } | null;
};
/** `refusal`: why no more of the file is wanted, a sentence. */
type Kept = { readonly received: number; readonly refusal: string | null };

const refused = (refusal: string): Kept => ({ received: 0, refusal });

/** Where an emulator lies that has arrived. */
export const arrivedEmulator = (workDir: string, { attempt }: TrainingAttempt, upload: number): string =>
  join(arrivalsFolder(workDir), `${attempt}-${upload}.emulator`);

/** @param isHeld Whether the server still has the training, asked before a checkpoint takes the place of the one before. */
export async function keepArrival(
  { storage, space }: Pick<Platform, "storage" | "space">,
  { kind, upload, offset, bytes, last, ...attempt }: Part,
  isHeld: () => Promise<boolean>,
): Promise<Kept> {
  const workDir = storage.workDir(attempt.job);
  const folder = arrivalsFolder(workDir);
  const file = join(folder, `${attempt.attempt}-${upload}.${kind === "emulator" ? "part" : kind}`);
  if (offset + bytes.length > MAX_TRAINING_FILE_BYTES) {
    await rm(file, { force: true });
    return refused(`The ${kind} is larger than ${MAX_TRAINING_FILE_BYTES / 1024 ** 3} GB.`);
  }
  if (offset % LOOK_FOR_ROOM_BYTES === 0) {
    const refusal = await space.require(bytes.length).then(
      () => null,
      (error: unknown) => (error instanceof Problem ? error.message : Promise.reject(error)),
    );
    if (refusal !== null) return refused(refusal);
  }
  const received = await write(folder, file, { offset, bytes, isLast: last !== null });
  if (last === null || received < last.size) return { received, refusal: null };
  if (received !== last.size || (await sha256Of(file)) !== last.sha256) {
    await rm(file, { force: true });
    return refused(`The ${kind} did not arrive as it was sent.`);
  }
  if (kind === "emulator") await rename(file, arrivedEmulator(workDir, attempt, upload));
  else if (await isHeld()) {
    await rename(file, checkpointPath(workDir));
    await syncFolder(workDir);
  } else await rm(file, { force: true });
  return { received, refusal: null };
}

/**
 * Written again it is the same file. @returns the size of the file as it now is
 * @throws ENOENT when the job is gone: its work directory is not made anew
 */
async function write(
  folder: string,
  file: string,
  { offset, bytes, isLast }: { offset: number; bytes: Uint8Array; isLast: boolean },
): Promise<number> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const handle = await open(file, FLAGS, 0o600);
  try {
    const { size } = await handle.stat();
    // A gap would be a file of zeros in the middle, of any length.
    if (offset > size) return size;
    await handle.write(bytes, 0, bytes.length, offset);
    if (isLast) await handle.sync();
    return Math.max(size, offset + bytes.length);
  } finally {
    await handle.close();
  }
}
