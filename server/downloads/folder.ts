import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** All that an archive is made of. */
const SOURCES = ["engine", "shared", "server/downloads"];
const LEFT_OUT = /(^|[\\/])(node_modules|dist|scripts|assembly|__pycache__)([\\/]|$)/;

/** Of every checkout of Understudy; each state of its sources has a folder of its own in here. */
export const DOWNLOADS = join(ROOT, "dist/downloads");

/** Where the archives of these very sources lie: an archive of older ones might not understand the platform any more. */
export async function downloadsFolder(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
      .filter((file) => !LEFT_OUT.test(file))
      .sort();
    for (const file of files) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  }
  hash.update(await readFile(join(ROOT, "package-lock.json")));
  return join(DOWNLOADS, hash.digest("hex").slice(0, 16));
}
