/** The share of a training's work that is done, measured by what its tasks are expected to cost. */
import type { FitTask, TrainingData } from "../models/fit-task.ts";
import { createTaskKey } from "./checkpoint.ts";
import { taskCost } from "./plan/fit-cost.ts";
import { type Stage, sumCosts } from "./plan/stages.ts";

export interface WorkProgress {
  /** Begins a stage of the plan. */
  begin(stage: Stage): void;
  /** Begins the last fit, which is no part of the plan. */
  beginLastFit(tasks: readonly FitTask[], data: TrainingData): void;
  /** @param share of the task that is done, 0 .. 1. */
  record(task: FitTask, share: number): void;
  /** @param atLeast the share of the time that is spent, which ends the training if the work does not. */
  fraction(atLeast: number): number;
}

/**
 * Measures the share of the planned work that is done. Plans change with the results, but the share that is reported never falls.
 *
 * @param fraction the share as an earlier process reported it
 * @param lastFitShare the share of the last fit in all work, 0 where there will be none
 */
export function createWorkProgress(data: TrainingData, fraction: number, lastFitShare: number): WorkProgress {
  let highest = fraction;
  let workOfEarlierStages = 0;
  let stage: Stage = { tasks: [], workAhead: 0 };
  let lastFit: { tasks: readonly FitTask[]; data: TrainingData } | null = null;
  const done = new Map<string, number>();

  const sumDone = (tasks: readonly FitTask[], rows: TrainingData): number =>
    tasks.reduce((sum, task) => sum + taskCost(task, rows) * (done.get(createTaskKey(task)) ?? 0), 0);
  const measurePlan = (): number => {
    const totalWork = workOfEarlierStages + sumCosts(stage.tasks, data) + stage.workAhead;
    return totalWork > 0 ? (workOfEarlierStages + sumDone(stage.tasks, data)) / totalWork : 0;
  };
  const measured = (): number => {
    if (lastFit === null) return (1 - lastFitShare) * measurePlan();
    const totalWork = sumCosts(lastFit.tasks, lastFit.data);
    const share = totalWork > 0 ? sumDone(lastFit.tasks, lastFit.data) / totalWork : 1;
    return 1 - lastFitShare + lastFitShare * share;
  };

  return {
    begin: (next) => {
      workOfEarlierStages += sumCosts(stage.tasks, data);
      stage = next;
    },
    beginLastFit: (tasks, rows) => {
      lastFit = { tasks, data: rows };
    },
    record: (task, share) => {
      done.set(createTaskKey(task), Math.max(share, done.get(createTaskKey(task)) ?? 0));
    },
    fraction: (atLeast) => {
      highest = Math.min(1, Math.max(highest, measured(), atLeast));
      return highest;
    },
  };
}
