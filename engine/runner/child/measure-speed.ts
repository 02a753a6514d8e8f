/** Measures how fast trainings run on this machine now. */
import { availableParallelism, setPriority } from "node:os";
import { type Compiled, compiledKernels } from "../../math/kernels/module.ts";
import { TaskThread } from "../../threads/task-thread.ts";
import { ORDER_NICENESS } from "./niceness.ts";
import { report } from "./report.ts";

/** Many times as long as the turns that Linux gives to processes, so that the share of each shows. */
const MEASUREMENT_MS = 300;
/** On the busiest machines a thread gets a hundredth of a processor. */
const DEADLINE_MS = 60_000;

const SPEED_THREAD = new URL("./speed-thread.ts", import.meta.url);

export interface SpeedTask {
  kernels: Compiled;
  durationMs: number;
}

/** Measures at the priorities of short and of long trainings, and reports both. */
export async function measureSpeed(): Promise<void> {
  const measureAt = (niceness: number): Promise<number> => {
    setPriority(niceness);
    return measureSlowdownOfThreads(availableParallelism());
  };
  // A priority can be lowered only.
  const short = await measureAt(ORDER_NICENESS.short);
  const long = await measureAt(ORDER_NICENESS.long);
  await report({ type: "speed", short, long });
}

/**
 * Measures on as many threads at once as a training has, at the priority of the calling thread.
 * @returns the slowdown (`measureSlowdown`) at which they get done what they got done together: the harmonic mean
 * @throws what a thread threw
 */
export async function measureSlowdownOfThreads(threads: number): Promise<number> {
  const task: SpeedTask = { kernels: compiledKernels(), durationMs: MEASUREMENT_MS };
  const measured = await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = new TaskThread<SpeedTask>({ program: SPEED_THREAD });
      try {
        return await thread.run<number>(task, { deadlineMs: DEADLINE_MS });
      } finally {
        await thread.end();
      }
    }),
  );
  return measured.length / measured.reduce((sum, slowdown) => sum + 1 / slowdown, 0);
}
