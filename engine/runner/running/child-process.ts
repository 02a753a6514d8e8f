/** One child process doing one order, watched until it ends. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { driverEnvironment, ownEnvironment } from "../../processes/environment.ts";
import { endingWithParent } from "../../processes/with-parent.ts";
import { type ToChild, type ToRunner, toRunner } from "../contract/messages.ts";

export type ChildLimits = {
  /** A child that is silent for longer is taken to hang (ms). */
  readonly silence: number;
  /** Longest time the order may take (ms). */
  readonly deadline: number;
  /** From SIGTERM to SIGKILL (ms). */
  readonly grace: number;
};

export type ChildEnd =
  /** By itself, after its last message. */
  | { readonly kind: "finished" }
  /** Killed because `kill` was called. */
  | { readonly kind: "dropped" }
  /** Killed by another process: by the system, most likely for lack of memory. */
  | { readonly kind: "killed"; readonly signal: NodeJS.Signals }
  | { readonly kind: "crashed"; readonly code: number | null; readonly errorOutput: string }
  | { readonly kind: "hung" }
  | { readonly kind: "overdue" };

export type Child = {
  readonly ended: Promise<ChildEnd>;
  send(message: ToChild): void;
  kill(): void;
};

const CHILD_PROGRAM = fileURLToPath(new URL("../child/main.ts", import.meta.url));
const KEPT_ERROR_OUTPUT = 4_000;

/**
 * Starts a child. Its messages reach `handle` one after the other, also those it sent before it was killed: what is no
 * longer wanted, the platform refuses. `ended` resolves after the last was handled, and rejects, the child killed, when
 * `handle` rejects or the child cannot be started.
 */
export function startChild(
  order: ToChild,
  limits: ChildLimits,
  handle: (message: Exclude<ToRunner, { type: "alive" }>) => Promise<void>,
): Child {
  const child = fork(CHILD_PROGRAM, [], {
    env: { ...ownEnvironment(), ...(usesGpu(order) && driverEnvironment()) },
    ...endingWithParent(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let reason: "dropped" | "hung" | "overdue" | null = null;
  let errorOutput = "";
  let force: NodeJS.Timeout | undefined;
  const end = (why: "dropped" | "hung" | "overdue") => {
    if (reason !== null || child.exitCode !== null || child.signalCode !== null) return;
    reason = why;
    child.kill("SIGTERM");
    force = setTimeout(() => child.kill("SIGKILL"), limits.grace);
  };
  const deadline = setTimeout(() => end("overdue"), limits.deadline);
  const silence = setTimeout(() => end("hung"), limits.silence);

  let handled: Promise<void> = Promise.resolve();
  let failure: { readonly cause: unknown } | null = null;
  const handleInTurn = async (before: Promise<void>, message: Exclude<ToRunner, { type: "alive" }>) => {
    await before;
    if (failure !== null) return;
    try {
      await handle(message);
    } catch (cause) {
      failure = { cause };
      end("dropped");
    }
  };
  child.on("message", (raw) => {
    silence.refresh();
    const { data: message, error } = toRunner.safeParse(raw);
    if (message === undefined) {
      failure = { cause: error };
      end("dropped");
    } else if (message.type !== "alive") handled = handleInTurn(handled, message);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-KEPT_ERROR_OUTPUT);
  });
  child.on("spawn", () => child.send(order));

  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    // "close" comes when the channel and the error output are read to their ends, which is after "exit".
    child.on("close", (code, signal) => resolve({ code, signal }));
    child.on("error", (error) => {
      if (child.pid === undefined) reject(error);
    });
  }).finally(() => {
    clearTimeout(deadline);
    clearTimeout(silence);
    clearTimeout(force);
  });

  const ended = exited.then(async ({ code, signal }): Promise<ChildEnd> => {
    await handled;
    if (failure !== null) throw failure.cause;
    if (reason !== null) return { kind: reason };
    if (code === 0) return { kind: "finished" };
    // V8 aborts itself when its heap is full: that is the order's doing, not the machine's.
    if (signal !== null && signal !== "SIGABRT") return { kind: "killed", signal };
    return { kind: "crashed", code, errorOutput };
  });
  return {
    ended,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    kill: () => end("dropped"),
  };
}

/** A training that uses the GPU starts a process that needs to find the drivers. */
const usesGpu = (order: ToChild): boolean => order.type === "train" && order.usesGpu === true;
