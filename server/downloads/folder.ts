import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
/** All that an archive is made of. */
const SOURCE_FOLDERS = ["engine", "shared", "server/downloads"];
const LEFT_OUT = /(^|[\\/])(node_modules|dist|scripts|assembly|__pycache__)([\\/]|$)/;

/** The archives of every checkout of Understudy; each state of its sources has a folder of its own in here. */
export const DOWNLOADS_FOLDER = join(PROJECT_FOLDER, "dist/downloads");

/**
 * Returns the folder of the archives of the present sources: an archive of older sources might not understand the
 * platform any more.
 */
export async function downloadsFolder(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCE_FOLDERS) {
    const entries = await readdir(join(PROJECT_FOLDER, source), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(PROJECT_FOLDER, join(parentPath, name)))
      .filter((file) => !LEFT_OUT.test(file))
      .sort();
    for (const file of files) hash.update(`${file}\0`).update(await readFile(join(PROJECT_FOLDER, file)));
  }
  hash.update(await readFile(join(PROJECT_FOLDER, "package-lock.json")));
  return join(DOWNLOADS_FOLDER, hash.digest("hex").slice(0, 16));
}
