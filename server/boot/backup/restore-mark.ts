/**
 * The marks of a restore that is not over: a folder `restoring-<random>` in DATA_DIR, in which the files are unpacked, and a
 * document with the folder's name in the database. The product does not start while either is there.
 *
 *   folder --> document --> data --> the document says "complete" --> no folder --> no document
 *
 * The write of "complete" decides: a restore that is killed before it is half done, and one that is killed after it has brought
 * back everything.
 */
import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Db } from "mongodb";
import { DATA_FOLDERS } from "./data-files.ts";
import { listCollections, withDatabase } from "./dump.ts";

const MARK_COLLECTION = "restore_marks";
const MARK_FOLDER_PREFIX = "restoring-";

type Mark = { _id: string; is_complete: boolean };

const openMarks = (db: Db) => db.collection<Mark>(MARK_COLLECTION);

/** Finds the marks of an interrupted restore in a database and a DATA_DIR. */
async function findHalf(db: Db, dataDir: string) {
  const mark = await openMarks(db).findOne();
  const folders = existsSync(dataDir)
    ? readdirSync(dataDir).filter((name) => name.startsWith(MARK_FOLDER_PREFIX))
    : [];
  const isComplete = mark?.is_complete === true;
  return {
    isDatabaseHalf: mark !== null && !isComplete,
    /** The marks in DATA_DIR. */
    folders: folders.filter((name) => !isComplete || name !== mark._id).map((name) => join(dataDir, name)),
    /** The name of the mark of a restore that is complete, else null. */
    completed: isComplete ? mark._id : null,
  };
}

/** Data that are there in part: nothing may work with them. */
export class HalfRestoredError extends Error {
  override readonly name = "HalfRestoredError";
}

/** Marks both places. @returns the folder in which the files are unpacked */
export async function beginRestore(mongodbUrl: string, dataDir: string): Promise<string> {
  const folder = mkdtempSync(join(dataDir, MARK_FOLDER_PREFIX));
  await withDatabase(mongodbUrl, (db) =>
    openMarks(db).insertOne({ _id: basename(folder), is_complete: false }),
  );
  return folder;
}

/** To be called once all data are in their places. */
export async function completeRestore(mongodbUrl: string, dataDir: string, folder: string): Promise<void> {
  await withDatabase(mongodbUrl, (db) =>
    openMarks(db).updateOne({ _id: basename(folder) }, { $set: { is_complete: true } }),
  );
  await checkRestored(mongodbUrl, dataDir);
}

/**
 * Removes the marks of a restore that is complete.
 * @throws HalfRestoredError when the database or `dataDir` has the mark of one that is not
 */
export function checkRestored(mongodbUrl: string, dataDir: string): Promise<void> {
  return withDatabase(mongodbUrl, async (db) => {
    const { isDatabaseHalf, folders, completed } = await findHalf(db, dataDir);
    const places = [
      ...(folders.length > 0 ? [dataDir] : []),
      ...(isDatabaseHalf ? [`the database "${db.databaseName}"`] : []),
    ];
    if (places.length > 0) throw new HalfRestoredError(describeHalf(places));
    if (completed === null) return;
    rmSync(join(dataDir, completed), { recursive: true, force: true });
    await openMarks(db).drop();
  });
}

function describeHalf(places: readonly string[]): string {
  const subject = places.join(" and ").replace(/^t/, "T");
  const [verb, object] = places.length > 1 ? ["are", "both"] : ["is", "it"];
  return `${subject} ${verb} half restored, because a restore was interrupted: run "npm run restore -- FILE" again, or empty ${object}.`;
}

/** Removes all that an interrupted restore has written into the places that have its mark; the marks go last. */
export function removeHalfRestored(mongodbUrl: string, dataDir: string): Promise<void> {
  return withDatabase(mongodbUrl, async (db) => {
    const { isDatabaseHalf, folders } = await findHalf(db, dataDir);
    // Files first: on a full disk the database may need their room.
    for (const folder of folders) removeContents(folder);
    if (folders.length > 0) for (const name of DATA_FOLDERS) removeFolder(join(dataDir, name));
    if (isDatabaseHalf) {
      for (const name of await listCollections(db))
        if (name !== MARK_COLLECTION) await db.dropCollection(name);
      await openMarks(db).drop();
    }
    for (const folder of folders) removeFolder(folder);
  });
}

function removeContents(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function removeFolder(folder: string): void {
  if (!existsSync(folder)) return;
  removeContents(folder);
  try {
    rmdirSync(folder);
  } catch {
    // A mount point and a link to another disk stay, empty.
  }
}
