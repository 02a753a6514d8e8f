import { setImmediate } from "node:timers/promises";

/** Runs a task to its end, and lets the process show in between that it is alive. */
export async function finishTask<Result>(task: Generator<unknown, Result>): Promise<Result> {
  let step = task.next();
  while (step.done !== true) {
    await setImmediate();
    step = task.next();
  }
  return step.value;
}
