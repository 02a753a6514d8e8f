/** Finding processes by a variable of their environment, which a child keeps even when it leaves its group and session. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pids } from "./list.ts";

/** A process that forks while it is looked for is found the next time, unless it does nothing else. */
const MAX_ROUNDS = 50;
const ROUND_MS = 10;

/** The latest pid: on Linux the next is larger, until they start again from the beginning. */
function newestPid(): number {
  try {
    return Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));
  } catch {
    return 0;
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    // The first variable has no zero before it.
    return environment.startsWith(mark) || environment.includes(`\0${mark}`);
  } catch {
    return false;
  }
}

/** @param mark What a variable of the environment begins with, as `NAME=value` and a zero. @param since A process started no earlier: pids below it need no look, unless pids have started again from the beginning. */
function findMarked(mark: string, since: number): number[] {
  const begin = newestPid() >= since ? since : 0;
  return pids().filter((pid) => pid >= begin && pid !== process.pid && hasMark(pid, mark));
}

/**
 * Kills every process that has a variable which begins with `mark` (`NAME=value` and a zero: that very one), and those that they start meanwhile. Linux alone shows the
 * environments; elsewhere nothing is found. @returns how many were killed
 */
export async function killMarked(mark: string, since = 0): Promise<number> {
  if (process.platform !== "linux") return 0;
  const killed = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const markedPids = findMarked(mark, since);
    if (markedPids.length === 0) break;
    for (const pid of markedPids) {
      try {
        process.kill(pid, "SIGKILL");
        killed.add(pid);
      } catch {
        // It ended by itself.
      }
    }
    await sleep(ROUND_MS);
  }
  return killed.size;
}
