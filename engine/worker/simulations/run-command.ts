/**
 * One run of a command, from its start until nothing of it is left on this machine:
 *
 * ```
 * starting --spawned--> running --exit-------------------------------------> sweeping --> over
 *     |                    \--too long, too much memory or time, aborted--> ending --exit--^
 *     |                                      SIGTERM, 10 s, SIGKILL to the process group
 *     \--cannot be started--> over
 * ```
 * The run is over at the command's `exit`, not when its output is closed: a grandchild may hold the pipe for ever.
 * Whatever is then left of it (its group, and what has left its group) is killed.
 */
import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { listProcesses, sumUsage } from "../../processes/list.ts";
import { killMarked } from "../../processes/marked.ts";
import { messageOf } from "../support/message-of.ts";

export type CommandOrder = {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** Whole: nothing is added. */
  readonly environment: Readonly<Record<string, string>>;
  /** What of the environment its children are known by; see `killMarked`. */
  readonly mark: string;
  readonly timeoutMs: number;
  readonly limits: {
    readonly cpu_seconds: number | null;
    readonly memory_mb: number | null;
    readonly file_mb: number | null;
  };
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
};

/** Why a run was ended from here. */
type EndReason = "timeout" | "memory" | "cpu" | "aborted";

type CommandOutcome =
  | { readonly kind: "exited"; readonly code: number }
  /** By another process, or by the system for a limit. */
  | { readonly kind: "signalled"; readonly signal: NodeJS.Signals }
  | { readonly kind: EndReason }
  | { readonly kind: "unstartable"; readonly reason: string };
export type CommandEnd = CommandOutcome & { readonly seconds: number };

type Output = (chunk: Buffer, stream: "stdout" | "stderr") => void;
type Child = ChildProcessByStdio<null, Readable, Readable>;

const WATCH_MS = 400;
/** How long the output may still flow once everything that could write it is dead. */
const DRAIN_MS = 1_000;
const MB = 1024 ** 2;
/** POSIX counts `ulimit -f` in these. */
const BLOCK_BYTES = 512;
/** Of the kernel's own scale from -1000 to 1000: when memory runs out, a simulation goes before the client does. */
const EXPENDABLE = "500";

/**
 * Runs a command without a shell: where there are limits, `sh` sets them and is then replaced by the program, whose
 * arguments it never reads.
 */
function spawnCommand({ program, args, directory, environment, limits }: CommandOrder): Child {
  const isWindows = process.platform === "win32";
  const ulimits = [
    // At the hard limit the kernel sends SIGKILL, which could mean anything; at the soft one SIGXCPU.
    ...(limits.cpu_seconds === null ? [] : [`ulimit -S -t ${Math.ceil(limits.cpu_seconds)}`]),
    ...(limits.file_mb === null ? [] : [`ulimit -f ${Math.ceil((limits.file_mb * MB) / BLOCK_BYTES)}`]),
  ];
  const script = [...ulimits.map((limit) => `${limit} 2>/dev/null`), 'exec "$@"'].join("; ");
  const isLimited = ulimits.length > 0 && !isWindows;
  const [file, rest] = isLimited ? ["/bin/sh", ["-c", script, "sh", program, ...args]] : [program, [...args]];
  return spawn(file, rest, {
    cwd: directory,
    env: { ...environment },
    detached: !isWindows,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Gives way to whatever else this machine does. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is over already, or the machine does not allow it: not worth failing for.
  }
  if (process.platform === "linux") writeFile(`/proc/${pid}/oom_score_adj`, EXPENDABLE, () => {});
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing is left of the group.
  }
}

const killTreeOnWindows = (pid: number) =>
  promisify(execFile)("taskkill", ["/pid", String(pid), "/T", "/F"]).catch(() => {});

/** @returns a function that ends the watch */
function watchUsage(pid: number, { limits }: CommandOrder, end: (why: EndReason) => void): () => void {
  const { memory_mb, cpu_seconds } = limits;
  if (memory_mb === null && cpu_seconds === null) return () => {};
  const checkUsage = async () => {
    const used = sumUsage(pid, await listProcesses());
    if (memory_mb !== null && used.memoryBytes > memory_mb * MB) end("memory");
    else if (cpu_seconds !== null && used.cpuSeconds > cpu_seconds) end("cpu");
  };
  const timer = setInterval(() => void checkUsage().catch(() => {}), WATCH_MS);
  return () => clearInterval(timer);
}

/** Aborting `end` ends the run early, aborting `kill` at once. */
export type Signals = { readonly end: AbortSignal; readonly kill: AbortSignal };

export async function runCommand(
  order: CommandOrder,
  onOutput: Output,
  signals: Signals,
): Promise<CommandEnd> {
  if (signals.end.aborted || signals.kill.aborted) return { kind: "aborted", seconds: 0 };
  let child: Child;
  try {
    child = spawnCommand(order);
  } catch (error) {
    return { kind: "unstartable", reason: messageOf(error), seconds: 0 };
  }
  const begin = performance.now();
  child.stdout.on("data", (chunk: Buffer) => onOutput(chunk, "stdout"));
  child.stderr.on("data", (chunk: Buffer) => onOutput(chunk, "stderr"));
  const drained = Promise.all([ended(child.stdout), ended(child.stderr)]);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null } | Error>((resolve) => {
    child.once("exit", (code, by) => resolve({ code, signal: by }));
    child.once("error", (error) => {
      if (child.pid === undefined) resolve(error);
    });
  });
  const { pid } = child;
  if (pid === undefined) return { kind: "unstartable", reason: messageOf(await exited), seconds: 0 };
  lowerPriority(pid);

  let endReason: EndReason | null = null;
  let insist: NodeJS.Timeout | undefined;
  const end = (why: EndReason) => {
    if (endReason !== null) return;
    endReason = why;
    if (process.platform === "win32") void killTreeOnWindows(pid);
    else {
      signalGroup(pid, "SIGTERM");
      insist = setTimeout(() => signalGroup(pid, "SIGKILL"), order.graceMs);
    }
  };
  const abort = () => end("aborted");
  const kill = () => {
    end("aborted");
    signalGroup(pid, "SIGKILL");
  };
  signals.end.addEventListener("abort", abort);
  signals.kill.addEventListener("abort", kill);
  const deadline = setTimeout(() => end("timeout"), order.timeoutMs);
  const stopWatching = watchUsage(pid, order, end);
  const result = await exited;
  const seconds = (performance.now() - begin) / 1000;
  clearTimeout(deadline);
  clearTimeout(insist);
  stopWatching();
  signals.end.removeEventListener("abort", abort);
  signals.kill.removeEventListener("abort", kill);
  if (process.platform !== "win32") signalGroup(pid, "SIGKILL");
  await killMarked(order.mark, pid);
  await Promise.race([drained, sleep(DRAIN_MS, null, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { ...endOf(result, endReason), seconds };
}

const ended = (stream: Readable) => new Promise<void>((resolve) => stream.once("close", () => resolve()));

function endOf(
  result: { code: number | null; signal: NodeJS.Signals | null } | Error,
  endReason: EndReason | null,
): CommandOutcome {
  if (result instanceof Error) return { kind: "unstartable", reason: messageOf(result) };
  // Even with exit code 0: a program that was asked to end may end politely with half of its work done.
  if (endReason !== null) return { kind: endReason };
  if (result.signal !== null) return { kind: "signalled", signal: result.signal };
  return { kind: "exited", code: result.code ?? 0 };
}
