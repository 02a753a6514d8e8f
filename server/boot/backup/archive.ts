/**
 * One .tar.gz that holds a copy of everything:
 *
 *   understudy-backup/manifest.json       what wrote it, and when
 *   understudy-backup/collections/*.bson  the database
 *   <the rest>                            the files of DATA_DIR as they lie there
 *
 * Redis is not in it: MongoDB is the truth, and unfinished jobs are queued again at the next start.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runCommand } from "../command.ts";
import { dumpDatabase, isEmpty, restoreDatabase } from "./dump.ts";

const INSIDE = "understudy-backup";
const FORMAT = 1;
const HOURS_MS = 6 * 60 * 60 * 1000;

const manifest = z.object({
  format: z.literal(FORMAT),
  documents: z.number().int(),
  written: z.iso.datetime(),
});

/** What belongs to a running copy or to an engine, and not to the person's data. */
const isOurs = (name: string) =>
  /^(mongodb|redis|logs)\b|^understudy\.lock|^\.(backup|restore)-|\.tar\.gz$/.test(name);

const dataFiles = (dataDir: string) => readdirSync(dataDir).filter((name) => !isOurs(name));

/** @returns how many documents are in the archive now. The archive appears whole or not at all. */
export async function writeBackup(mongodbUrl: string, dataDir: string, archive: string): Promise<number> {
  const staging = mkdtempSync(join(dataDir, ".backup-"));
  const unfinished = `${resolve(archive)}.unfinished`;
  try {
    const folder = join(staging, INSIDE);
    const documents = await dumpDatabase(mongodbUrl, join(folder, "collections"));
    const manifest = { format: FORMAT, documents, written: new Date().toISOString() };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    writeFileSync(unfinished, "", { mode: 0o600 });
    const files = dataFiles(dataDir);
    const parts = ["-C", staging, INSIDE, ...(files.length > 0 ? ["-C", dataDir, ...files] : [])];
    await runCommand("tar", ["czf", unfinished, ...parts], { timeoutMs: HOURS_MS });
    renameSync(unfinished, archive);
    return documents;
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}

function readManifest(folder: string): z.infer<typeof manifest> {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
  } catch (error) {
    throw new Error("This archive is not a backup of Understudy, or of a version unknown here.", {
      cause: error,
    });
  }
}

/**
 * Brings a backup back, into an empty database and a DATA_DIR without files.
 * @returns how many documents there are now
 * @throws Error when there is something already, or when the archive is cut off or is none
 */
export async function readBackup(mongodbUrl: string, dataDir: string, archive: string): Promise<number> {
  if (!(await isEmpty(mongodbUrl)))
    throw new Error("The database is not empty: a backup is restored into a new one.");
  for (const name of dataFiles(dataDir)) {
    if (readdirSync(join(dataDir, name)).length > 0) {
      throw new Error(`${join(dataDir, name)} is not empty: a backup is restored into a new DATA_DIR.`);
    }
  }
  const staging = mkdtempSync(join(dataDir, ".restore-"));
  try {
    await runCommand("tar", ["xzf", resolve(archive), "-C", staging], { timeoutMs: HOURS_MS });
    const manifest = readManifest(join(staging, INSIDE));
    const documents = await restoreDatabase(mongodbUrl, join(staging, INSIDE, "collections"));
    if (documents !== manifest.documents) {
      throw new Error(
        `${manifest.documents} documents were backed up and ${documents} came back: the archive is damaged.`,
      );
    }
    for (const name of readdirSync(staging).filter((entry) => entry !== INSIDE)) {
      mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 });
      cpSync(join(staging, name), join(dataDir, name), { recursive: true, preserveTimestamps: true });
    }
    return documents;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
