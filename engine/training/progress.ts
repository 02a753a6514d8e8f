import type { FitTask, TrainingData } from "../models/fit-task.ts";
import { createTaskKey } from "./checkpoint.ts";
import { taskCost } from "./plan/fit-cost.ts";
import { type Stage, sumCosts } from "./plan/stages.ts";

/** The share of the planned work that is done. Plans change with the results, but the share that is reported never falls. */
export function createProgress(data: TrainingData, fraction: number) {
  let highest = fraction;
  let workOfEarlierStages = 0;
  let stage: Stage = { tasks: [], workAhead: 0 };
  const done = new Map<string, number>();

  const measured = (): number => {
    const ofStage = stage.tasks.reduce(
      (sum, task) => sum + taskCost(task, data) * (done.get(createTaskKey(task)) ?? 0),
      0,
    );
    const totalWork = workOfEarlierStages + sumCosts(stage.tasks, data) + stage.workAhead;
    return totalWork > 0 ? (workOfEarlierStages + ofStage) / totalWork : 0;
  };

  return {
    begin: (next: Stage): void => {
      workOfEarlierStages += sumCosts(stage.tasks, data);
      stage = next;
    },
    /** @param share of the task that is done, 0 .. 1. */
    record: (task: FitTask, share: number): void => {
      done.set(createTaskKey(task), Math.max(share, done.get(createTaskKey(task)) ?? 0));
    },
    /** @param atLeast the share of the time that is spent, which ends the training if the work does not. */
    fraction: (atLeast: number): number => {
      highest = Math.min(1, Math.max(highest, measured(), atLeast));
      return highest;
    },
  };
}
