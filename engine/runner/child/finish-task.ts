import { setImmediate } from "node:timers/promises";

/** The work that a dead machine loses at most. */
const CHECKPOINT_MS = 1_000;

/** Runs a task to its end, and lets the process show in between that it is alive. */
export async function finishTask<Progress, Result>(
  task: Generator<Progress, Result>,
  watched: {
    show?(progress: Progress): void;
    /** About once a second: reports and stores how far the task has come. */
    keep?(progress: Progress): Promise<void>;
  } = {},
): Promise<Result> {
  let kept = performance.now();
  let step = task.next();
  while (step.done !== true) {
    watched.show?.(step.value);
    if (watched.keep !== undefined && performance.now() - kept >= CHECKPOINT_MS) {
      await watched.keep(step.value);
      kept = performance.now();
    }
    await setImmediate();
    step = task.next();
  }
  return step.value;
}
