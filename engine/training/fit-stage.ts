import type { FitTask, TrainingData } from "../models/fit-task.ts";
import { createTaskKey, type TrainingState } from "./checkpoint.ts";
import type { FitterState } from "./fit/create-fitter.ts";
import type { Executor } from "./fit/executor.ts";
import type { FitReport } from "./fit/fit-report.ts";
import { taskCost } from "./plan/fit-cost.ts";
import { type Stage, sumCosts } from "./plan/stages.ts";
import type { TrainEvent, TrainStopReason } from "./prepare/messages.ts";

/** The caller gets an event after so long without a report; stopped fits have so long to report. */
const TICK_INTERVAL_MS = 100;
const DRAIN_TIMEOUT_MS = 500;

export interface StageContext {
  data: TrainingData;
  executor: Executor;
  /** Its results are not computed again; unfinished fits are resumed. */
  state: TrainingState;
  /** Returns the state from which a task starts that was not begun before; null where it has none. */
  findStart?: (task: FitTask) => FitterState | null;
  onReport: (task: FitTask, report: FitReport) => void;
  /** Returns undefined while the training is to continue. */
  stopReason: () => TrainStopReason | undefined;
  /** The rest of the time budget, in milliseconds. */
  timeLeft: () => number;
  /** The stage calls this at least every tick, with the number of tasks that ran since the last call, and whether a GPU took part. */
  onTime: (running: number, isOnGpu: boolean) => void;
  /** The next event for the caller. */
  nextEvent: () => TrainEvent;
}

/** Runs the tasks that have no result yet, as many at a time as the executor takes; returns why it ended early, if it did. */
export async function* fitStage(
  stage: Stage,
  {
    data,
    executor,
    state,
    findStart = () => null,
    onReport,
    stopReason,
    timeLeft,
    onTime,
    nextEvent,
  }: StageContext,
): AsyncGenerator<TrainEvent, TrainStopReason | undefined> {
  const waiting = stage.tasks.filter((task) => !state.results.has(createTaskKey(task)));
  const running = new Map<number, FitTask>();
  const computeTimeLimit = createTimeLimits(stage, data, executor.concurrency, timeLeft);
  let nextId = 0;

  const handleReport = (report: FitReport): void => {
    const task = running.get(report.id);
    if (task === undefined) return;
    if (report.type !== "progress") running.delete(report.id);
    onReport(task, report);
  };

  // A short stage runs to its end, so that a stopped training has a result.
  const reasonToStop = (): TrainStopReason | undefined => (stage.isShort ? undefined : stopReason());
  while (waiting.length > 0 || running.size > 0) {
    const early = running.size === 0 ? reasonToStop() : undefined;
    if (early !== undefined) return early;
    while (running.size < executor.concurrency) {
      const task = waiting.shift();
      if (task === undefined) break;
      const id = nextId++;
      const earlier = state.unfinished.get(createTaskKey(task))?.state ?? findStart(task);
      running.set(id, task);
      executor.start({ id, task, state: earlier, timeLimitMs: computeTimeLimit(task) });
    }
    const report = await executor.next(TICK_INTERVAL_MS);
    onTime(running.size, executor.isOnGpu ?? false);
    if (report !== null) handleReport(report);
    const reason = reasonToStop();
    if (reason !== undefined) {
      for (const last of await executor.drain(DRAIN_TIMEOUT_MS)) handleReport(last);
      return reason;
    }
    yield nextEvent();
  }
  return undefined;
}

/** The time limit of a task in milliseconds: its share, by cost, of the time left when the stage begins. */
function createTimeLimits(
  stage: Stage,
  data: TrainingData,
  concurrency: number,
  timeLeft: () => number,
): (task: FitTask) => number {
  const stageCost = sumCosts(stage.tasks, data) + stage.workAhead;
  const atStart = timeLeft();
  return (task) =>
    Math.min(timeLeft(), (atStart * concurrency * taskCost(task, data)) / Math.max(1, stageCost));
}
