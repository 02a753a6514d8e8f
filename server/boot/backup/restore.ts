/** Brings a backup back: all of it, or nothing. */
import { chmodSync, cpSync, existsSync, readdirSync, realpathSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { counted } from "@understudy/shared/counted.ts";
import type { Note } from "../store-process.ts";
import { COLLECTIONS_FOLDER, DESCRIPTION_FOLDER, describeFailure, readManifest } from "./archive.ts";
import { DATA_FOLDERS, findUnknownEntries } from "./data-files.ts";
import { isEmpty, restoreDatabase } from "./dump.ts";
import { createByteNotes } from "./note-progress.ts";
import {
  beginRestore,
  checkRestored,
  completeRestore,
  HalfRestoredError,
  removeHalfRestored,
} from "./restore-mark.ts";
import { unpackArchive } from "./tar.ts";

type Target = {
  mongodbUrl: string;
  /** Its lock is the caller's. */
  dataDir: string;
  note: Note;
};

/** Removes what an interrupted restore left. @throws Error when there are data after that */
async function clearTarget({ mongodbUrl, dataDir, note }: Target): Promise<void> {
  try {
    await checkRestored(mongodbUrl, dataDir);
  } catch (error) {
    if (!(error instanceof HalfRestoredError)) throw error;
    note("Removing what an interrupted restore left");
    await removeHalfRestored(mongodbUrl, dataDir);
  }
  if (!(await isEmpty(mongodbUrl)))
    throw new Error("The database is not empty: a backup is restored into a new one.");
  for (const folder of DATA_FOLDERS.map((name) => join(dataDir, name))) {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new Error(`${folder} is not empty: a backup is restored into a new DATA_DIR.`);
  }
}

/** Puts an unpacked folder in its place, which is empty: a mount point or a link to another disk stays one. */
function putInPlace(unpacked: string, folder: string): void {
  const place = existsSync(folder) ? realpathSync(folder) : folder;
  try {
    renameSync(unpacked, place);
  } catch {
    cpSync(unpacked, place, { recursive: true, preserveTimestamps: true });
  }
  chmodSync(place, 0o700);
}

/** @returns how many documents there are now */
async function bringBack({ mongodbUrl, dataDir, note }: Target, archive: string): Promise<number> {
  const staging = await beginRestore(mongodbUrl, dataDir);
  note("Step 1 of 2: unpacking the archive");
  await unpackArchive(archive, staging, createByteNotes(note, "Unpacking", statSync(archive).size));
  const manifest = readManifest(staging);
  note(`Step 2 of 2: bringing back ${counted(manifest.documents, "document")}`);
  const documents = await restoreDatabase(mongodbUrl, join(staging, DESCRIPTION_FOLDER, COLLECTIONS_FOLDER));
  if (documents !== manifest.documents)
    throw new Error(`${manifest.documents} documents were backed up and ${documents} are in the archive.`);
  for (const name of DATA_FOLDERS) {
    if (existsSync(join(staging, name))) putInPlace(join(staging, name), join(dataDir, name));
  }
  for (const name of findUnknownEntries(staging).filter((entry) => entry !== DESCRIPTION_FOLDER)) {
    note(`${name} in ${archive} is not one of Understudy's folders and was left out`);
  }
  await completeRestore(mongodbUrl, dataDir, staging);
  return documents;
}

/**
 * Restores an archive into an empty database and a DATA_DIR without data, or with those of an interrupted restore.
 * @returns how many documents there are now
 * @throws Error in one sentence; nothing is left behind then, or only what a further restore removes
 */
export async function readBackup(target: Target, archive: string): Promise<number> {
  await clearTarget(target);
  try {
    return await bringBack(target, archive);
  } catch (error) {
    const { mongodbUrl, dataDir } = target;
    const failure = describeFailure(error, dataDir);
    await removeHalfRestored(mongodbUrl, dataDir).catch((cause: unknown) => {
      const reason = describeFailure(cause, dataDir);
      throw new Error(`${archive} is half restored: ${failure} It could not be removed again: ${reason}`, {
        cause,
      });
    });
    throw new Error(`${archive} was not restored, and nothing of it was kept: ${failure}`, { cause: error });
  }
}
