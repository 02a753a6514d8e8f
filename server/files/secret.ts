import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const SECRET_BYTES = 32;

/**
 * A secret of this installation: made the first time it is asked for, by whichever process is first, and the same in all of
 * them from then on. It lies among the files, so that who reads the database does not have it.
 */
export async function openSecret(dataDir: string, name: string): Promise<Buffer> {
  const folder = join(dataDir, "secrets");
  const file = join(folder, name);
  const existing = await readFile(file).catch(() => null);
  if (existing !== null) return existing;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, randomBytes(SECRET_BYTES), { mode: 0o600 });
  // A link makes the whole file or fails: the first one stays.
  await link(fresh, file).catch(() => {});
  await rm(fresh, { force: true });
  return await readFile(file);
}
