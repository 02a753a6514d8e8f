/** The cache of fetched engines, outside any checkout and shared by every copy on the machine. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { releaseLock, takeLock } from "@understudy/engine/processes/lock.ts";

/**
 * Returns the folder `name` of the cache, filled by `install` if it is not there yet. An install happens beside it and is
 * renamed into place, so that a folder in the cache is always whole; of several copies starting at once one installs.
 */
export async function cached(
  enginesDir: string,
  name: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(enginesDir, name);
  const lock = `${folder}.lock`;
  mkdirSync(enginesDir, { recursive: true, mode: 0o700 });
  if (existsSync(folder)) return folder;
  while (takeLock(lock) !== null) await sleep(200);
  try {
    if (!existsSync(folder)) await installBeside(folder, name, enginesDir, install);
    return folder;
  } finally {
    releaseLock(lock);
  }
}

async function installBeside(
  folder: string,
  name: string,
  enginesDir: string,
  install: (folder: string) => Promise<void>,
): Promise<void> {
  const prefix = `.${name}-`;
  // With the lock in hand, whatever is unfinished was left by a copy that was killed.
  for (const entry of readdirSync(enginesDir).filter((entry) => entry.startsWith(prefix))) {
    rmSync(join(enginesDir, entry), { recursive: true });
  }
  const workspace = mkdtempSync(join(enginesDir, prefix));
  try {
    await install(workspace);
    renameSync(workspace, folder);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
