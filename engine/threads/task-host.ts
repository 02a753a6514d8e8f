/** The host of a `TaskThread` does its tasks: it is a thread of this process, or a process of its own. */
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { endingWithParent } from "../processes/with-parent.ts";
import type { TaskMessage, ThreadMessage } from "./serve-tasks.ts";

export interface ThreadOptions {
  /** A module that calls `serveTasks`. */
  program: URL;
  workerData?: unknown;
  /** The limit of the thread's own objects (MB); that of the process when absent. */
  memoryMb?: number;
}

/** A process shares no memory with this one, and a fault of native code ends that process alone. */
export interface ProcessOptions {
  /** A module that calls `serveTasks`. */
  program: URL;
  /** All variables of the process. */
  environment: Record<string, string>;
}

interface HostEvents {
  onMessage(message: ThreadMessage<unknown, unknown>): void;
  onEnd(reason: "memory" | "failed", cause?: unknown): void;
}

export interface TaskHost {
  /** @throws DataCloneError */
  post(message: TaskMessage<unknown>): void;
  end(): Promise<unknown>;
}

/** A process within a driver that hangs may outlive its SIGKILL: nobody waits longer for its end (ms). */
const MAX_KILL_MS = 2_000;

export function startThread(
  { program, workerData, memoryMb }: ThreadOptions,
  { onMessage, onEnd }: HostEvents,
): TaskHost {
  const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
  const worker = new Worker(program, { workerData, resourceLimits });
  worker.on("message", onMessage);
  worker.on("error", (cause) => {
    const isMemory = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
    onEnd(isMemory ? "memory" : "failed", cause);
  });
  worker.on("exit", () => onEnd("failed"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

export function startProcess(
  { program, environment }: ProcessOptions,
  { onMessage, onEnd }: HostEvents,
): TaskHost {
  const child = fork(fileURLToPath(program), [], {
    env: environment,
    ...endingWithParent(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const hasEnded = Promise.withResolvers<void>();
  child.on("message", onMessage);
  child.on("error", (cause) => {
    onEnd("failed", cause);
    if (child.pid === undefined) hasEnded.resolve();
  });
  // "close" comes after "exit", when its last messages have been read.
  child.on("close", (code, signal) => {
    onEnd("failed", new Error(signal ?? `exit status ${code}`));
    hasEnded.resolve();
  });
  return {
    // A message to a process that has ended is lost: its end rejects the task.
    post: (message) => void child.send(message, () => undefined),
    end: async () => {
      child.kill("SIGKILL");
      await Promise.race([hasEnded.promise, sleep(MAX_KILL_MS, undefined, { ref: false })]);
      child.unref();
    },
  };
}
