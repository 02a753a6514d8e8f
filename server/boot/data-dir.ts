/** DATA_DIR belongs to one running copy at a time, and to nobody but its owner. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { releaseLock, takeLock } from "@understudy/engine/processes/lock.ts";

/**
 * Makes DATA_DIR (mode 0700) and takes its lock.
 * @returns a function that gives the lock back
 * @throws Error in one sentence when a running copy holds it
 */
export function openDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const lock = join(dataDir, "understudy.lock");
  const holder = takeLock(lock);
  if (holder === null) return () => releaseLock(lock);
  const who = holder.pid === null ? "another Understudy" : `an Understudy that runs as process ${holder.pid}`;
  throw new Error(`${dataDir} is in use by ${who}. Stop that one, or give this one another DATA_DIR.`);
}
