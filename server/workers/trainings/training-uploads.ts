/**
 * Stores the files of a training that a server sends, checkpoints and the emulator, in the job's work directory. Until a file is complete and has
 * its checksum, it lies apart: `arrivals/<attempt>-<upload>.<kind>`.
 */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { computeSha256, ensureFolder, syncFolder } from "@understudy/engine/dataset/storage/files.ts";
import {
  MAX_TRAINING_FILE_BYTES,
  type TrainingAttempt,
  type TrainingFileKind,
} from "@understudy/shared/worker/worker-training.ts";
import { arrivalsFolder, checkpointPath } from "../../files/training-files.ts";
import { type Chunk, writeChunk } from "../../files/write-chunk.ts";
import type { Platform } from "../../platform/platform.ts";
import { refusalForSpace, refuseWithDisk, type Stored } from "../space-check.ts";

type UploadChunk = TrainingAttempt &
  Chunk & {
    readonly upload: number;
    readonly kind: TrainingFileKind;
    readonly last: { readonly size: number; readonly sha256: string } | null;
  };
const refused = (refusal: string): Stored => ({ received: 0, refusal });

/** The path of an emulator that has arrived. */
export const uploadedEmulator = (workDir: string, { attempt }: TrainingAttempt, upload: number): string =>
  join(arrivalsFolder(workDir), `${attempt}-${upload}.emulator`);

/**
 * @param isHeld Whether the server still has the training, asked before a checkpoint takes the place of the one before
 * @throws ENOENT when the job is gone: its work directory is not made anew
 */
export const storeUploadChunk = (
  platform: Pick<Platform, "storage" | "space">,
  chunk: UploadChunk,
  isHeld: () => Promise<boolean>,
): Promise<Stored> => refuseWithDisk(() => store(platform, chunk, isHeld));

async function store(
  { storage, space }: Pick<Platform, "storage" | "space">,
  { kind, upload, offset, bytes, last, ...attempt }: UploadChunk,
  isHeld: () => Promise<boolean>,
): Promise<Stored> {
  const workDir = storage.workDir(attempt.job);
  const folder = arrivalsFolder(workDir);
  const file = join(folder, `${attempt.attempt}-${upload}.${kind === "emulator" ? "part" : kind}`);
  if (offset + bytes.length > MAX_TRAINING_FILE_BYTES) {
    await rm(file, { force: true });
    return refused(`The ${kind} is larger than ${MAX_TRAINING_FILE_BYTES / 1024 ** 3} GB.`);
  }
  const refusal = await refusalForSpace(space, { offset, bytes });
  if (refusal !== null) return refused(refusal);
  await ensureFolder(folder);
  const received = await writeChunk(file, { offset, bytes }, { sync: last !== null });
  if (last === null || received < last.size) return { received, refusal: null };
  if (received !== last.size || (await computeSha256(file)) !== last.sha256) {
    await rm(file, { force: true });
    return refused(`The ${kind} was damaged on its way.`);
  }
  if (kind === "emulator") await rename(file, uploadedEmulator(workDir, attempt, upload));
  else if (await isHeld()) {
    await rename(file, checkpointPath(workDir));
    await syncFolder(workDir);
  } else await rm(file, { force: true });
  return { received, refusal: null };
}
