/** Distinguishes a process from a later one with the same pid. */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The facts that stay the same through a process's life and differ from any other's. */
export type ProcessIdentity = {
  pid: number /** In the system's own unit; only ever compared. */;
  started: string;
};

function ps(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Null when no such process runs (a zombie does not run). */
export function identityOf(pid: number): ProcessIdentity | null {
  if (process.platform !== "linux") {
    const started = ps(pid, "lstart");
    return started === "" ? null : { pid, started };
  }
  try {
    // The second field is the program's name in brackets and may hold anything, so count from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? null : { pid, started: fields[19] ?? "" };
  } catch {
    return null;
  }
}

export function isRunning(process: ProcessIdentity): boolean {
  return identityOf(process.pid)?.started === process.started;
}

/**
 * True if a process works in `folder`: its working directory lies there, or the folder stands in its command line.
 */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== "linux") return ps(pid, "command").includes(folder);
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const place = relative(folder, readlinkSync(`/proc/${pid}/cwd`));
    return !place.startsWith("..") || commandLine.includes(folder);
  } catch {
    return false;
  }
}

/** Asks the process to end, insists after `graceMs`, and returns when it is gone. */
export async function endProcess(target: ProcessIdentity, graceMs: number): Promise<void> {
  const insistAt = Date.now() + graceMs;
  for (let signal: NodeJS.Signals | null = "SIGTERM"; isRunning(target); await sleep(50)) {
    if (signal === null && Date.now() > insistAt) signal = "SIGKILL";
    if (signal === null) continue;
    try {
      process.kill(target.pid, signal);
    } catch {
      return;
    }
    signal = null;
  }
}
