/** The processes of this machine, as far as watching a group of them takes. */
import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

export type ListedProcess = {
  readonly pid: number;
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
};

/** The unit of /proc's times, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Several simulations that look at the same moment share one look. */
const SHARED_MS = 200;

let pageBytes: number | null = null;
function pageSize(): number {
  if (pageBytes !== null) return pageBytes;
  try {
    pageBytes = Number(execFileSync("getconf", ["PAGESIZE"], { encoding: "utf8" }));
  } catch {
    pageBytes = 4_096;
  }
  return pageBytes;
}

/** The numeric names in /proc. */
export function pids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readStat(pid: number): ListedProcess | null {
  try {
    // The second field is the program's name in brackets and may hold anything, so count from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const number = (index: number) => Number(fields[index]);
    return {
      pid,
      parent: number(1),
      group: number(2),
      memoryBytes: number(21) * pageSize(),
      cpuSeconds: (number(11) + number(12)) / TICKS_PER_SECOND,
    };
  } catch {
    return null;
  }
}

/** `1-02:03:04.56` of ps: days, hours, minutes, seconds. */
function parseSeconds(time: string): number {
  const [clock = "", days = "0"] = time.split("-").reverse();
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

async function listByPs(): Promise<ListedProcess[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,pgid=,rss=,time="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, group, kilobytes, time] = line.trim().split(/\s+/);
    if (time === undefined) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      memoryBytes: Number(kilobytes) * 1024,
      cpuSeconds: parseSeconds(time),
    };
  });
}

async function list(): Promise<ListedProcess[]> {
  if (process.platform === "linux") {
    return pids().flatMap((pid) => readStat(pid) ?? []);
  }
  // Windows has no such list without another program: there, nothing is watched.
  return process.platform === "win32" ? [] : await listByPs().catch(() => []);
}

let recent: { at: number; listed: Promise<ListedProcess[]> } | null = null;

export function listProcesses(): Promise<ListedProcess[]> {
  const at = performance.now();
  if (recent === null || at - recent.at > SHARED_MS) recent = { at, listed: list() };
  return recent.listed;
}

/** Sums the usage of a process group, the descendants that have left it included. */
export function sumUsage(
  group: number,
  processes: readonly ListedProcess[],
): { memoryBytes: number; cpuSeconds: number } {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const members = new Set<ListedProcess>();
  const add = (member: ListedProcess) => {
    if (members.has(member)) return;
    members.add(member);
    for (const child of children.get(member.pid) ?? []) add(child);
  };
  for (const candidate of processes) if (candidate.group === group) add(candidate);
  const sum = (of: (member: ListedProcess) => number) =>
    [...members].reduce((total, member) => total + of(member), 0);
  return {
    memoryBytes: sum((member) => member.memoryBytes),
    cpuSeconds: sum((member) => member.cpuSeconds),
  };
}
