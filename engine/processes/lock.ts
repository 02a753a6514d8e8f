/** A lock that a killed process cannot keep: a file that names its holder. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { identityOf, isRunning, type ProcessIdentity } from "./identity.ts";

const holderSchema = z.object({ pid: z.number().int().positive(), started: z.string() });

function readHolder(file: string): ProcessIdentity | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** A link creates the whole file or fails, so that no process ever reads an incomplete one. */
function tryLock(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(identityOf(process.pid)), { mode: 0o600 });
  try {
    linkSync(mine, file);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves a dead holder's lock out of the way; should another process have been quicker, its lock is put back. */
function clearStale(file: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    const holder = readHolder(aside);
    if (holder !== null && isRunning(holder)) linkSync(aside, file);
  } catch {
    // Another process cleared it first.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the lock. @returns null when it is ours now, else who holds it (null pid: several processes are after it). */
export function takeLock(file: string): { pid: number | null } | null {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryLock(file)) return null;
    const holder = readHolder(file);
    if (holder !== null && isRunning(holder)) return holder;
    clearStale(file);
  }
  return { pid: null };
}

export function releaseLock(file: string): void {
  rmSync(file, { force: true });
}
