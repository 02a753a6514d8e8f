import { setImmediate } from "node:timers/promises";

/** A dead machine loses at most the work of this time (ms). */
const CHECKPOINT_MS = 1_000;

/** Runs a task to its end, and gives way in between, so that the process can report that it is alive. */
export async function finishTask<Progress, Result>(
  task: Generator<Progress, Result>,
  watched: {
    show?(progress: Progress): void;
    /** About once a second: reports and stores how far the task has come. */
    keep?(progress: Progress): Promise<void>;
    /** Called after every step. */
    follow?(): Promise<void>;
  } = {},
): Promise<Result> {
  let savedAt = performance.now();
  let step = task.next();
  while (step.done !== true) {
    await watched.follow?.();
    watched.show?.(step.value);
    if (watched.keep !== undefined && performance.now() - savedAt >= CHECKPOINT_MS) {
      await watched.keep(step.value);
      savedAt = performance.now();
    }
    await setImmediate();
    step = task.next();
  }
  return step.value;
}
