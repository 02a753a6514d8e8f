/**
 * The time of a training that counts towards its budget. It counts what the processors gave it: on a machine with other work a
 * second of the wall clock is less than a second of training, so that the training gets the same models, only later.
 */

import { MAX_WALL_RATIO } from "@understudy/shared/domain/training-effort.ts";
import type { TrainContext } from "./prepare/messages.ts";

export interface TrainingTime {
  /** Counts the time since the last call, in which so many fits ran side by side. With a GPU among them the wall clock counts. */
  advance(running: number, isOnGpu?: boolean): void;
  /** Seconds counted so far. */
  elapsed(): number;
  /** Seconds by the wall clock until the budget (seconds) is spent, at the share of the processors so far. */
  wallSecondsLeft(budget: number): number;
  /** True: the budget (seconds) is spent, or its many times by the wall clock. */
  isOver(budget: number): boolean;
}

/** @param before seconds that were counted before this process. */
export function createTrainingTime(
  { clock, cpuTime }: Pick<TrainContext, "clock" | "cpuTime">,
  before: number,
): TrainingTime {
  const started = clock();
  let counted = before * 1000;
  let wall = started;
  let cpu = cpuTime?.() ?? 0;
  return {
    advance: (running, isOnGpu = false) => {
      const now = clock();
      const passed = now - wall;
      wall = now;
      if (cpuTime === undefined) {
        counted += passed;
        return;
      }
      const used = cpuTime();
      // Threads that wait for each other, or for their start, use less than there is: no more than the wall clock is counted.
      counted += isOnGpu ? passed : Math.min(passed, (used - cpu) / Math.max(1, running));
      cpu = used;
    },
    elapsed: () => counted / 1000,
    wallSecondsLeft: (budget) => {
      const passed = wall - started;
      const gained = counted - before * 1000;
      const ratio = passed > 0 && gained > 0 ? Math.min(MAX_WALL_RATIO, passed / gained) : 1;
      const byBudget = (budget - counted / 1000) * ratio;
      return Math.max(0, Math.min(byBudget, MAX_WALL_RATIO * budget - passed / 1000));
    },
    isOver: (budget) => counted >= budget * 1000 || wall - started >= MAX_WALL_RATIO * budget * 1000,
  };
}
