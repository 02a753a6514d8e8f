/** Processor time as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux reports times in hundredths of a second to programs, whatever the clock of its kernel. */
const TICKS_PER_SECOND = 100;

type Stat = {
  pid: number;
  parent: number;
  /**
   * The time of the process and of those of its children that have ended and were waited for, with theirs in turn.
   */
  cpuSeconds: number;
};

function readStat(pid: number): Stat[] {
  try {
    // The name of the program stands in parentheses and may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return [{ pid, parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS_PER_SECOND }];
  } catch {
    // It has ended since the folder was listed, or this system has no such files.
    return [];
  }
}

function listStats(): Stat[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)));
  } catch {
    return [];
  }
}

/**
 * @returns seconds of processor time, user and system, that a process and its descendants have used so far, those that have
 *   ended included. What a process used whose parent ended before it is missing. 0 on systems other than Linux.
 */
export function cpuSecondsOfTree(root: number): number {
  const stats = listStats();
  const sumBelow = (pid: number): number =>
    stats
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.cpuSeconds + sumBelow(child.pid), 0);
  return (stats.find(({ pid }) => pid === root)?.cpuSeconds ?? 0) + sumBelow(root);
}
