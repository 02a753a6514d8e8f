/** Reads the costs of processes from /proc: Linux only. */
import { readdirSync, readFileSync } from "node:fs";
import { MongoClient } from "mongodb";

/** Clock ticks of the kernel a second, as Linux shows them to every program. */
const TICKS_PER_SECOND = 100;

function readStat(pid: number | string): { parent: number; cpuSeconds: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** The process, its children, and theirs. */
function listTree(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readStat(name)?.parent }));
  const below = (root: number): number[] => [
    root,
    ...parents.filter(({ parent }) => parent === root).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

/** CPU seconds that the living processes of a tree have used so far. */
export const readCpuSeconds = (pid: number): number =>
  listTree(pid).reduce((sum, member) => sum + (readStat(member)?.cpuSeconds ?? 0), 0);

/** The most memory that a process held at once so far, MB; 0 when it is gone. */
export const readPeakMemory = (pid: number | "self"): number => memoryField(pid, "VmHWM");

/** The memory that a process holds now, MB; 0 when it is gone. */
export const readMemory = (pid: number): number => memoryField(pid, "VmRSS");

function memoryField(pid: number | "self", field: "VmHWM" | "VmRSS"): number {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
    const kilobytes = lines.find((line) => line.startsWith(`${field}:`))?.match(/\d+/)?.[0];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Finds the process that answers there, whichever it is; on this machine, as the stores of tests are. */
export async function mongodbPid(url: string): Promise<number> {
  const client = new MongoClient(url);
  const { pid } = await client.db("admin").command({ serverStatus: 1 });
  await client.close();
  return Number(pid);
}
