/** DATA_DIR belongs to one running copy at a time, and to nobody but its owner. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { releaseLock, takeLock } from "@understudy/engine/processes/lock.ts";

const REASON_BY_CODE: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "it is a file",
  // Node answers so below a link that leads nowhere, and below a folder of a read-only file system.
  ENOENT: "no folder can be made there",
};

/** Makes DATA_DIR unless it is there, and tries to write to it. @throws Error in one sentence when that fails */
export function checkDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    rmSync(mkdtempSync(join(dataDir, ".write-check-")), { recursive: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const reason = REASON_BY_CODE[code] ?? `the system answers ${code}`;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be written: ${reason}. Make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * Makes DATA_DIR (mode 0700) and takes its lock.
 * @returns a function that gives the lock back
 * @throws Error in one sentence when it cannot be written, or a running copy holds it
 */
export function openDataDir(dataDir: string): () => void {
  checkDataDir(dataDir);
  chmodSync(dataDir, 0o700);
  const lock = join(dataDir, "understudy.lock");
  const holder = takeLock(lock);
  if (holder === null) return () => releaseLock(lock);
  const who = holder.pid === null ? "another Understudy" : `an Understudy that runs as process ${holder.pid}`;
  throw new Error(`${dataDir} is in use by ${who}. Stop that one, or give this one another DATA_DIR.`);
}
