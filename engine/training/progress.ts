import type { FitTask, TrainingData } from "../models/fit-task.ts";
import { keyOf } from "./checkpoint.ts";
import { taskCost } from "./plan/fit-cost.ts";
import { costOf, type Stage } from "./plan/stages.ts";

/** The share of the planned work that is done. Plans change with the results, but the share that is reported never falls. */
export function createProgress(data: TrainingData, fraction: number) {
  let highest = fraction;
  let workOfEarlierStages = 0;
  let stage: Stage = { tasks: [], workAhead: 0 };
  const done = new Map<string, number>();

  const measured = (): number => {
    const ofStage = stage.tasks.reduce(
      (sum, task) => sum + taskCost(task, data) * (done.get(keyOf(task)) ?? 0),
      0,
    );
    const whole = workOfEarlierStages + costOf(stage.tasks, data) + stage.workAhead;
    return whole > 0 ? (workOfEarlierStages + ofStage) / whole : 0;
  };

  return {
    begin: (next: Stage): void => {
      workOfEarlierStages += costOf(stage.tasks, data);
      stage = next;
    },
    /** @param share of the task that is done, 0 .. 1. */
    record: (task: FitTask, share: number): void => {
      done.set(keyOf(task), Math.max(share, done.get(keyOf(task)) ?? 0));
    },
    /** @param atLeast the share of the time that is spent, which ends the training if the work does not. */
    fraction: (atLeast: number): number => {
      highest = Math.min(1, Math.max(highest, measured(), atLeast));
      return highest;
    },
  };
}
