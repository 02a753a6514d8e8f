/**
 * One .tar.gz that holds a copy of everything:
 *
 *   understudy-backup/manifest.json       what wrote it, and when
 *   understudy-backup/collections/*.bson  the database
 *   secrets, specs, uploads, work_dirs    the folders of DATA_DIR that hold data
 *
 * Redis is not in it: MongoDB is the truth, and unfinished jobs are queued again at the next start.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "@understudy/engine/dataset/storage/files.ts";
import { counted } from "@understudy/shared/counted.ts";
import { z } from "zod";
import type { Note } from "../store-process.ts";
import { listDataFiles, removeLeftovers } from "./data-files.ts";
import { dumpDatabase } from "./dump.ts";
import { createByteNotes } from "./note-progress.ts";
import { countEntries, packArchive } from "./tar.ts";

/** The folder of an archive that holds the manifest and the database. */
export const DESCRIPTION_FOLDER = "understudy-backup";
export const COLLECTIONS_FOLDER = "collections";
const ARCHIVE_FORMAT = 1;

const manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  documents: z.number().int(),
  written: z.iso.datetime(),
});
type Manifest = z.infer<typeof manifest>;

/** @param folder into which an archive was unpacked */
export function readManifest(folder: string): Manifest {
  try {
    const file = join(folder, DESCRIPTION_FOLDER, "manifest.json");
    return manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error("it is not a backup of Understudy, or of a version unknown here.", { cause: error });
  }
}

/** As the system says it, and as `tar` does of a file of which only the beginning had room. */
const NO_SPACE = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded|wrote only \d+ of \d+ bytes/i;

/** Why a file could not be written or read, as the second half of a sentence. @param place where that was */
export function describeFailure(error: unknown, place: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return NO_SPACE.test(message) ? `the disk of ${place} is full.` : message;
}

/** Puts the database and a description of the archive into `folder`. */
async function writeDescription(mongodbUrl: string, folder: string): Promise<number> {
  const documents = await dumpDatabase(mongodbUrl, join(folder, COLLECTIONS_FOLDER));
  const description: Manifest = { format: ARCHIVE_FORMAT, documents, written: new Date().toISOString() };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(description));
  return documents;
}

/** Reads the archive once more: an archive that lacks something must not get the name of a whole one. */
async function checkArchive(archive: string, expected: number, note: Note): Promise<void> {
  const count = await countEntries(archive, createByteNotes(note, "Checking", statSync(archive).size));
  if (count !== expected) throw new Error(`of ${expected} files and folders ${count} are in the archive.`);
}

/**
 * Only who has the lock of `dataDir` may call it.
 * @param archive absolute. It appears whole or not at all.
 * @param note takes a line for each step, and how far a long one is
 * @returns how many documents are in it now
 * @throws Error in one sentence; nothing is left behind then
 */
export async function writeBackup(
  mongodbUrl: string,
  dataDir: string,
  archive: string,
  note: Note,
): Promise<number> {
  const unfinished = `${archive}.unfinished`;
  let place = dataDir;
  let staging: string | null = null;
  try {
    removeLeftovers(dataDir);
    note("Step 1 of 3: copying the database");
    staging = mkdtempSync(join(dataDir, ".backup-"));
    const documents = await writeDescription(mongodbUrl, join(staging, DESCRIPTION_FOLDER));
    const description = listFiles(staging);
    const files = listDataFiles(dataDir);
    const list = join(staging, "files");
    writeFileSync(list, files.map((path) => `${path}\0`).join(""));
    place = archive;
    const count = description.length + files.length;
    note(`Step 2 of 3: packing ${counted(documents, "document")} and ${counted(files.length, "file")}`);
    const total = sumSizes(staging, description) + sumSizes(dataDir, files);
    await packArchive(
      unfinished,
      ["-C", staging, ...description, "-C", dataDir, "--null", "-T", list],
      createByteNotes(note, "Packing", total),
    );
    note("Step 3 of 3: reading the archive once more");
    await checkArchive(unfinished, count, note);
    renameSync(unfinished, archive);
    await syncFolder(dirname(archive));
    return documents;
  } catch (error) {
    throw new Error(`No backup was written to ${archive}: ${describeFailure(error, place)}`, {
      cause: error,
    });
  } finally {
    if (staging !== null) rmSync(staging, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}

/** Bytes; a file that is gone by now counts as none. */
const sumSizes = (folder: string, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0), 0);

const listFiles = (staging: string): string[] => readdirSync(staging, { recursive: true, encoding: "utf8" });
