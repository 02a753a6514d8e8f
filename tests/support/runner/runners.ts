/** Runners over real Redis with real child processes, on a platform in memory. */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Runner, RunnerLimits } from "../../../engine/runner/contract/options.ts";
import type { RunnerLog, RunnerPorts } from "../../../engine/runner/contract/ports.ts";
import { createJobQueue, type JobQueue } from "../../../engine/runner/queues.ts";
import { startRunner } from "../../../engine/runner/runner.ts";
import { atEnd } from "../cleanup.ts";
import { testStores } from "../processes/test-stores.ts";
import { createMemoryPlatform, type MemoryPlatform } from "./memory-platform.ts";

export type Bench = MemoryPlatform & {
  readonly queue: JobQueue;
  /** The errors that its runners in this process have logged. */
  readonly loggedErrors: readonly string[];
  readonly connection: { redisUrl: string; prefix: string; lock: number };
  /** A runner in this process. */
  runner(limits?: Partial<RunnerLimits>): Promise<Runner>;
  /** A runner in its own process. */
  runnerProcess(): Promise<ChildProcess>;
};

/** Shorter than in real use, so that a test need not wait long for a runner to be taken for dead. */
const LOCK_MS = 2_000;

const quiet = () => undefined;
/** The runners log nothing by default, because tests make them complain; set RUNNER_TEST_LOG to see it. */
const log: RunnerLog = process.env.RUNNER_TEST_LOG
  ? { info: console.error, warn: console.error, error: console.error }
  : { info: quiet, warn: quiet, error: quiet };

export async function createBench(): Promise<Bench> {
  const { redisUrl } = await testStores();
  const connection = { redisUrl, prefix: `runner-${randomUUID()}`, lock: LOCK_MS };
  const platform = createMemoryPlatform();
  const queue = createJobQueue(connection, log);
  const loggedErrors: string[] = [];
  const error: RunnerLog["error"] = (details, message) => {
    loggedErrors.push(message);
    log.error(details, message);
  };
  const runnerLog = { ...log, error };
  atEnd("the job queue", () => queue.close());
  return {
    ...platform,
    queue,
    connection,
    loggedErrors,
    runner: async (limits = {}) => {
      const { ports } = platform;
      const runner = await startRunner({ ...connection, ports, concurrency: 1, log: runnerLog, limits });
      let closing: Promise<void> | null = null;
      const close = () => {
        closing ??= runner.close();
        return closing;
      };
      atEnd("the runner", close);
      return { ...runner, close };
    },
    runnerProcess: () => startRunnerProcess(connection, platform.ports),
  };
}

const question = z.object({ id: z.int(), method: z.string(), args: z.array(z.unknown()) });

async function startRunnerProcess(
  connection: Bench["connection"],
  ports: RunnerPorts,
): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "runner-process.ts"), [], {
    env: { ...process.env, RUNNER_CONNECTION: JSON.stringify(connection) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  atEnd("the runner process", () => child.kill("SIGKILL"));
  const portMethods = z.custom<Record<string, (...args: unknown[]) => unknown>>().parse(ports);
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("the runner process ended")));
    child.on("message", async (raw) => {
      const { id, method, args } = question.parse(raw);
      if (method === "ready") return resolve();
      const result = await portMethods[method]?.(...args);
      if (child.connected) child.send({ id, result: result ?? null }, quiet);
    });
  });
  return child;
}

/** The children of a runner that are at work. */
export function listChildren(runnerPid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const isChild = new RegExp(`^PPid:\\t${runnerPid}$`, "m").test(status) && !/^State:\tZ/m.test(status);
      const isOurs = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("engine/runner/child/main.ts");
      return isChild && isOurs ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
