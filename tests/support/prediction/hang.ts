/** Heard before the engine's own thread hears it: what it is told of emulators called so is never done, nor is anything after it. */
import { parentPort } from "node:worker_threads";
import type { Task } from "../../../engine/prediction/protocol.ts";
import type { TaskMessage } from "../../../engine/threads/serve-tasks.ts";

const forEver = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

parentPort?.on("message", ({ task }: TaskMessage<Task>) => {
  if (task.key === `hangs at ${task.kind}`) forEver();
});
