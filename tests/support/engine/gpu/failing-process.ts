/** Stands in for the process that uses the GPU, and fails as the variable FAILURE says, in the way that a driver may. */

import { serveTasks } from "@understudy/engine/threads/serve-tasks.ts";
import type { Executor } from "@understudy/engine/training/fit/executor.ts";
import type { GpuAnswer, GpuProgress, GpuTask } from "@understudy/engine/training/fit/gpu/messages.ts";
import { createInlineExecutor } from "@understudy/engine/training/fit/inline-executor.ts";
import { restoreData } from "@understudy/engine/training/fit/worker-init.ts";

const { FAILURE } = process.env;
/** A clock by which every chunk of steps is late enough for a report with a state (ms). */
let time = 0;
function readClock(): number {
  time += 10_000;
  return time;
}
let executor: Executor | null = null;

function fail(): void {
  if (FAILURE === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  else if (FAILURE === "leave") process.exit(1);
  else process.kill(process.pid, "SIGSEGV");
}

if (FAILURE === "die at once") fail();
serveTasks<GpuTask, GpuAnswer | string | null, GpuProgress>(async (task, report) => {
  if (task.kind === "open" && FAILURE === "never open") return await new Promise<null>(() => undefined);
  if (task.kind === "open" && FAILURE === "no GPU") return "There is no GPU.";
  if (task.kind === "begin") executor = createInlineExecutor(restoreData(task.data), readClock);
  if (task.kind !== "fit" || executor === null) return null;
  report({ type: "accepted", id: task.request.id, reason: `Process ${process.pid} trains.` });
  executor.start(task.request);
  const progress = await executor.next(0);
  if (progress !== null) report(progress);
  // Messages are written before the next turn of the event loop.
  setImmediate(fail);
  return await new Promise<GpuAnswer>(() => undefined);
});
